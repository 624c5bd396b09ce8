// Recursion without end.
//@ run: test %s --out %t/out --json --quiet --no-overflow-check
//@ exit: 1
//@ json: bugs/# == 1
//@ json: bugs/0/kind == stack-exhaustion
//@ json: bugs/0/place/line == 10
//@ json: bugs/0/verdict/result == confirmed
int down(int n)
{
    return n == 0 ? 0 : 1 + down(n - 1);
}
int main(void)
{
    return down(-1);
}
