// __VERIFIER_nondet_bool is 0 or 1 and nothing else.
//@ test:
#include <lariat_verifier.h>
int main(void)
{
    _Bool value = __VERIFIER_nondet_bool();
    unsigned char byte = *(unsigned char *)&value;
    if (byte > 1)
        reach_error();
    if (value)
        reach_error(); //! error-reached
    return 0;
}
