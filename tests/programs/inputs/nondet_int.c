// __VERIFIER_nondet_int has every value of its type.
//@ test:
//@ input: __VERIFIER_nondet_int == -2147483648
#include <lariat_verifier.h>
int main(void)
{
    int value = __VERIFIER_nondet_int();
    if (value == -2147483647 - 1)
        reach_error(); //! error-reached
    return 0;
}
