// __VERIFIER_nondet_unsigned has every value of its type.
//@ test:
//@ input: __VERIFIER_nondet_unsigned == 4294967295
#include <lariat_verifier.h>
int main(void)
{
    unsigned value = __VERIFIER_nondet_unsigned();
    if (value == 4294967295u)
        reach_error(); //! error-reached
    return 0;
}
