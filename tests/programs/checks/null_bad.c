// A null pointer is followed for one input.
//@ run: test %s --out %t/out --json --quiet
//@ exit: 1
//@ json: bugs/# == 1
//@ json: bugs/0/kind == null-dereference
//@ json: bugs/0/place/line == 15
//@ json: bugs/0/verdict/result == confirmed
void klee_make_symbolic(void *, unsigned long, const char *);
int main(void)
{
    int x, value = 3, *p = &value;
    klee_make_symbolic(&x, sizeof x, "x");
    if (x == 42)
        p = 0;
    return *p;
}
