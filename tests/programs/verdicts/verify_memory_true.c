// No invalid access.
//@ verify: --property valid-memsafety
//@ verdict: true
#include <lariat_verifier.h>
#include <stdlib.h>
int main(void)
{
    unsigned n = __VERIFIER_nondet_uint();
    if (n == 0 || n > 8)
        return 0;
    int *p = malloc(n * sizeof *p);
    for (unsigned i = 0; i < n; i++)
        p[i] = i;
    free(p);
    return 0;
}
