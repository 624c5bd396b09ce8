// Sizes beyond the capacity are left out: unknown, not true.
//@ verify: --capacity 8
//@ verdict: unknown (sizes above the capacity were left out
#include <lariat_verifier.h>
#include <stdlib.h>
int main(void)
{
    unsigned n = __VERIFIER_nondet_uint();
    char *p = malloc(n);
    if (p && n > 100)
        reach_error();
    free(p);
    return 0;
}
