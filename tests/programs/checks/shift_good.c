// A shift amount is not checked. The mended version.
//@ run: test %s --out %t/out --json --quiet
//@ exit: 0
//@ json: bugs/# == 0
//@ json: complete == true
void klee_make_symbolic(void *, unsigned long, const char *);
int main(void)
{
    unsigned n;
    klee_make_symbolic(&n, sizeof n, "n");
    return 1u << (n & 31);
}
