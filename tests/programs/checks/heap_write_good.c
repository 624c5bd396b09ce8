// An allocation is one byte too small for a terminating zero. The mended version.
//@ run: test %s --out %t/out --json --quiet
//@ exit: 0
//@ json: bugs/# == 0
//@ json: complete == true
#include <stdlib.h>
int main(void)
{
    char *p = malloc(6);
    if (!p)
        return 1;
    for (int i = 0; i < 5; i++)
        p[i] = 'x';
    p[5] = 0;
    free(p);
    return 0;
}
