// __VERIFIER_nondet_short has every value of its type.
//@ test:
//@ input: __VERIFIER_nondet_short == -32768
#include <lariat_verifier.h>
int main(void)
{
    short value = __VERIFIER_nondet_short();
    if (value == -32768)
        reach_error(); //! error-reached
    return 0;
}
