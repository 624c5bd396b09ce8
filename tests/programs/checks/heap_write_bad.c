// An allocation is one byte too small for a terminating zero.
//@ run: test %s --out %t/out --json --quiet
//@ exit: 1
//@ json: bugs/# == 1
//@ json: bugs/0/kind == out-of-bounds-write
//@ json: bugs/0/place/line == 16
//@ json: bugs/0/verdict/result == confirmed
#include <stdlib.h>
int main(void)
{
    char *p = malloc(5);
    if (!p)
        return 1;
    for (int i = 0; i < 5; i++)
        p[i] = 'x';
    p[5] = 0;
    free(p);
    return 0;
}
