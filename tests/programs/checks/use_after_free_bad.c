// Memory is read after it was freed.
//@ run: test %s --out %t/out --json --quiet
//@ exit: 1
//@ json: bugs/# == 1
//@ json: bugs/0/kind == use-after-free
//@ json: bugs/0/place/line == 16
//@ json: bugs/0/verdict/result == confirmed
#include <stdlib.h>
int main(void)
{
    int *p = malloc(sizeof *p);
    if (!p)
        return 1;
    *p = 1;
    free(p);
    return *p;
}
