// __VERIFIER_nondet_long has every value of its type.
//@ test:
//@ input: __VERIFIER_nondet_long == -9223372036854775808
#include <lariat_verifier.h>
int main(void)
{
    long value = __VERIFIER_nondet_long();
    if (value == -9223372036854775807 - 1)
        reach_error(); //! error-reached
    return 0;
}
