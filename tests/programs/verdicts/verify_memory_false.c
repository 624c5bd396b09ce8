// An access after free.
//@ verify: --property valid-memsafety
//@ verdict: false
#include <lariat_verifier.h>
#include <stdlib.h>
int main(void)
{
    int *p = malloc(sizeof *p);
    *p = __VERIFIER_nondet_int();
    if (*p == 77)
        free(p);
    *p = 0;
    return 0;
}
