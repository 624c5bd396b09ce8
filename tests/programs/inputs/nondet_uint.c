// __VERIFIER_nondet_uint has every value of its type.
//@ test:
//@ input: __VERIFIER_nondet_uint == 4294967295
#include <lariat_verifier.h>
int main(void)
{
    unsigned value = __VERIFIER_nondet_uint();
    if (value == 4294967295u)
        reach_error(); //! error-reached
    return 0;
}
