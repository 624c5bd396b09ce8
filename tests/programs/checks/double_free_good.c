// Memory is freed twice on one path. The mended version.
//@ run: test %s --out %t/out --json --quiet
//@ exit: 0
//@ json: bugs/# == 0
//@ json: complete == true
void klee_make_symbolic(void *, unsigned long, const char *);
#include <stdlib.h>
int main(void)
{
    int x, *p = malloc(sizeof *p);
    klee_make_symbolic(&x, sizeof x, "x");
    if (x > 7) {
        free(p);
        p = 0;
    }
    free(p);
    return 0;
}
