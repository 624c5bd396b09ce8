// A function nobody knows: unknown, with its name.
//@ verify:
//@ verdict: unknown (compute has no body and no model
#include <lariat_verifier.h>
int compute(int);
int main(void)
{
    if (compute(__VERIFIER_nondet_int()) == 3)
        reach_error();
    return 0;
}
