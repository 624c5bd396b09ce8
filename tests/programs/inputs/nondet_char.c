// __VERIFIER_nondet_char has every value of its type.
//@ test:
//@ input: __VERIFIER_nondet_char == -128
#include <lariat_verifier.h>
int main(void)
{
    char value = __VERIFIER_nondet_char();
    if (value == -128)
        reach_error(); //! error-reached
    return 0;
}
