// A signed overflow.
//@ verify: --property no-overflow
//@ verdict: false
#include <lariat_verifier.h>
int main(void)
{
    short a = __VERIFIER_nondet_short(), b = __VERIFIER_nondet_short();
    int product = a * b * b;
    return product;
}
