// An assertion that one input breaks.
//@ run: test %s --out %t/out --json --quiet
//@ exit: 1
//@ json: bugs/# == 1
//@ json: bugs/0/kind == assertion-failure
//@ json: bugs/0/place/line == 15
//@ json: bugs/0/verdict/result == confirmed
void klee_make_symbolic(void *, unsigned long, const char *);
#include <assert.h>
int main(void)
{
    unsigned x;
    klee_make_symbolic(&x, sizeof x, "x");
    unsigned y = x * 2654435761u;
    assert(y != 0xdeadbeefu);
    return 0;
}
