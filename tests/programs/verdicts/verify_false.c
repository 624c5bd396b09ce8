// A counterexample that the native program confirms.
//@ verify: --property unreach-call
//@ verdict: false
#include <lariat_verifier.h>
int main(void)
{
    unsigned char a = __VERIFIER_nondet_uchar(), b = __VERIFIER_nondet_uchar();
    if (a * b == 143 && a < b && a > 1)
        reach_error();
    return 0;
}
