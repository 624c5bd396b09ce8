// The assertion of verification tasks. The mended version: no square ends in these two bits.
//@ test:
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern void abort(void);
void reach_error(void) { assert(0); }
void __VERIFIER_assert(int condition)
{
    if (!condition) {
        reach_error();
        abort();
    }
}
int main(void)
{
    unsigned char n = __VERIFIER_nondet_uint();
    __VERIFIER_assert((n * n & 3) != 2);
    return 0;
}
