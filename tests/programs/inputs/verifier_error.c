// The older spelling of the error function.
//@ test:
#include <lariat_verifier.h>
int main(void)
{
    if (__VERIFIER_nondet_char() == 'e')
        __VERIFIER_error(); //! error-reached
    return 0;
}
