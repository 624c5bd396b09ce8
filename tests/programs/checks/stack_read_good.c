// A loop reads one element too many. The mended version.
//@ run: test %s --out %t/out --json --quiet
//@ exit: 0
//@ json: bugs/# == 0
//@ json: complete == true
int main(void)
{
    int a[4] = {1, 2, 3, 4}, sum = 0;
    for (int i = 0; i < 4; i++)
        sum += a[i];
    return sum;
}
