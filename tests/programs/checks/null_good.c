// A null pointer is followed for one input. The mended version.
//@ run: test %s --out %t/out --json --quiet
//@ exit: 0
//@ json: bugs/# == 0
//@ json: complete == true
void klee_make_symbolic(void *, unsigned long, const char *);
int main(void)
{
    int x, value = 3, *p = &value;
    klee_make_symbolic(&x, sizeof x, "x");
    if (x == 42)
        p = 0;
    return p ? *p : 0;
}
