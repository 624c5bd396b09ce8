// Code promised to be unreachable is not.
//@ run: test %s --out %t/out --json --quiet
//@ exit: 1
//@ json: bugs/# == 1
//@ json: bugs/0/kind == unreachable-reached
//@ json: bugs/0/place/line == 17
//@ json: bugs/0/verdict/result == confirmed
void klee_make_symbolic(void *, unsigned long, const char *);
int main(void)
{
    unsigned x;
    klee_make_symbolic(&x, sizeof x, "x");
    switch (x & 3) {
    case 0: return 1;
    case 1: return 2;
    case 2: return 3;
    default: __builtin_unreachable();
    }
}
