// The same for allocated memory.
//@ verify: --property valid-memsafety
//@ verdict: false
#include <stdlib.h>
extern unsigned long __VERIFIER_nondet_ulong(void);
int main(void)
{
    unsigned long n = __VERIFIER_nondet_ulong();
    if (n < 100)
        return 0;
    int *array = malloc(n);
    if (array == NULL)
        return 0;
    array[n / 4] = 1;
    free(array);
    return 0;
}
