// One way to the bug needs more memory than there is, another one does not.
//@ verify:
//@ verdict: false
#include <assert.h>
#include <stdlib.h>
extern unsigned long __VERIFIER_nondet_ulong(void);
static void check(unsigned char *array, unsigned long n)
{
    array[n - 1] = 1;
    assert(array[n - 1] == 2);
}
int main(void)
{
    unsigned long n = __VERIFIER_nondet_ulong();
    if (n < 1 || (n > 100 && n < 1UL << 45))
        return 0;
    unsigned char *array = malloc(n);
    if (array == NULL)
        return 0;
    check(array, n);
    free(array);
    return 0;
}
