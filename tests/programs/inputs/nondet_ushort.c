// __VERIFIER_nondet_ushort has every value of its type.
//@ test:
//@ input: __VERIFIER_nondet_ushort == 65535
#include <lariat_verifier.h>
int main(void)
{
    unsigned short value = __VERIFIER_nondet_ushort();
    if (value == 65535)
        reach_error(); //! error-reached
    return 0;
}
