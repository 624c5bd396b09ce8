// __VERIFIER_nondet_ulong has every value of its type.
//@ test:
//@ input: __VERIFIER_nondet_ulong == 18446744073709551615
#include <lariat_verifier.h>
int main(void)
{
    unsigned long value = __VERIFIER_nondet_ulong();
    if (value == 18446744073709551615ull)
        reach_error(); //! error-reached
    return 0;
}
