// Recursion without end. The mended version.
//@ run: test %s --out %t/out --json --quiet --no-overflow-check
//@ exit: 0
//@ json: bugs/# == 0
//@ json: complete == true
int down(int n)
{
    return n == 0 ? 0 : 1 + down(n - 1);
}
int main(void)
{
    return down(100);
}
