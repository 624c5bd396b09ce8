// No signed overflow.
//@ verify: --property no-overflow
//@ verdict: true
#include <lariat_verifier.h>
int main(void)
{
    short a = __VERIFIER_nondet_short(), b = __VERIFIER_nondet_short();
    int sum = a + b, product = a * b;
    return sum == product;
}
