// A local variable is freed. The mended version.
//@ run: test %s --out %t/out --json --quiet
//@ exit: 0
//@ json: bugs/# == 0
//@ json: complete == true
#include <stdlib.h>
int main(void)
{
    int *p = malloc(4);
    free(p);
    return 0;
}
