// A place that is not there is wrong usage.
//@ run: reach %s --target nowhere --out %t/out
//@ exit: 2
//@ stderr: nowhere
int main(void)
{
    return 0;
}
