// Memory is freed twice on one path.
//@ run: test %s --out %t/out --json --quiet
//@ exit: 1
//@ json: bugs/# == 1
//@ json: bugs/0/kind == double-free
//@ json: bugs/0/place/line == 16
//@ json: bugs/0/verdict/result == confirmed
void klee_make_symbolic(void *, unsigned long, const char *);
#include <stdlib.h>
int main(void)
{
    int x, *p = malloc(sizeof *p);
    klee_make_symbolic(&x, sizeof x, "x");
    if (x > 7)
        free(p);
    free(p);
    return 0;
}
