// A local array may have any length, and the native program has room for a small one.
//@ verify:
//@ verdict: false
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void)
{
    unsigned n = __VERIFIER_nondet_uint();
    if (n == 0)
        return 0;
    char array[n];
    array[0] = 1;
    array[n - 1] = 2;
    assert(array[n / 2] == 7);
    return 0;
}
