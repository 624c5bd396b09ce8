// Allocated memory is lost. The mended version.
//@ run: test %s --out %t/out --json --quiet --check-leaks
//@ exit: 0
//@ json: bugs/# == 0
//@ json: complete == true
#include <stdlib.h>
int main(void)
{
    char *p = malloc(10);
    free(p);
    return 0;
}
