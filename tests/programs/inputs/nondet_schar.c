// __VERIFIER_nondet_schar has every value of its type.
//@ test:
//@ input: __VERIFIER_nondet_schar == -128
#include <lariat_verifier.h>
int main(void)
{
    signed char value = __VERIFIER_nondet_schar();
    if (value == -128)
        reach_error(); //! error-reached
    return 0;
}
