// A shift amount is not checked.
//@ run: test %s --out %t/out --json --quiet
//@ exit: 1
//@ json: bugs/# == 1
//@ json: bugs/0/kind == invalid-shift
//@ json: bugs/0/place/line == 13
//@ json: bugs/0/verdict/result == confirmed
void klee_make_symbolic(void *, unsigned long, const char *);
int main(void)
{
    unsigned n;
    klee_make_symbolic(&n, sizeof n, "n");
    return 1u << n;
}
