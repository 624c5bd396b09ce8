// __VERIFIER_nondet_float and double have every value, also those that are no number.
//@ test:
#include <lariat_verifier.h>
int main(void)
{
    float f = __VERIFIER_nondet_float();
    double d = __VERIFIER_nondet_double();
    if (f != f)
        reach_error(); //! error-reached
    if (d == 0.1 && f == 0.1f && f > d)
        reach_error(); //! error-reached
    return 0;
}
