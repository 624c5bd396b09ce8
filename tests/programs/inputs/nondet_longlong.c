// __VERIFIER_nondet_longlong has every value of its type.
//@ test:
//@ input: __VERIFIER_nondet_longlong == -9223372036854775808
#include <lariat_verifier.h>
int main(void)
{
    long long value = __VERIFIER_nondet_longlong();
    if (value == -9223372036854775807 - 1)
        reach_error(); //! error-reached
    return 0;
}
