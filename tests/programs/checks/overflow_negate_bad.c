// The smallest integer has no positive counterpart.
//@ run: test %s --out %t/out --json --quiet
//@ exit: 1
//@ json: bugs/# == 1
//@ json: bugs/0/kind == signed-overflow
//@ json: bugs/0/place/line == 14
//@ json: bugs/0/verdict/result == confirmed
void klee_make_symbolic(void *, unsigned long, const char *);
int main(void)
{
    int a;
    klee_make_symbolic(&a, sizeof a, "a");
    if (a < 0)
        a = -a;
    return a > 5;
}
