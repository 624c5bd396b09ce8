// __VERIFIER_nondet_uchar has every value of its type.
//@ test:
//@ input: __VERIFIER_nondet_uchar == 255
#include <lariat_verifier.h>
int main(void)
{
    unsigned char value = __VERIFIER_nondet_uchar();
    if (value == 255)
        reach_error(); //! error-reached
    return 0;
}
