// __VERIFIER_nondet_ulonglong has every value of its type.
//@ test:
//@ input: __VERIFIER_nondet_ulonglong == 18446744073709551615
#include <lariat_verifier.h>
int main(void)
{
    unsigned long long value = __VERIFIER_nondet_ulonglong();
    if (value == 18446744073709551615ull)
        reach_error(); //! error-reached
    return 0;
}
