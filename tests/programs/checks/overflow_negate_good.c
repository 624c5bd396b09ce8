// The smallest integer has no positive counterpart. The mended version.
//@ run: test %s --out %t/out --json --quiet
//@ exit: 0
//@ json: bugs/# == 0
//@ json: complete == true
void klee_make_symbolic(void *, unsigned long, const char *);
int main(void)
{
    int a;
    klee_make_symbolic(&a, sizeof a, "a");
    if (a < 0 && a > -2147483647)
        a = -a;
    return a > 5;
}
