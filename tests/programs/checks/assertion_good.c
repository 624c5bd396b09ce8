// An assertion that one input breaks. The mended version.
//@ run: test %s --out %t/out --json --quiet
//@ exit: 0
//@ json: bugs/# == 0
//@ json: complete == true
void klee_make_symbolic(void *, unsigned long, const char *);
#include <assert.h>
int main(void)
{
    unsigned x;
    klee_make_symbolic(&x, sizeof x, "x");
    unsigned y = x * 2;
    assert((y & 1) == 0);
    return 0;
}
