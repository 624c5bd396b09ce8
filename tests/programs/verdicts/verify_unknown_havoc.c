// An unknown function that may do anything neither proves nor accuses.
//@ verify: --external warn-havoc
//@ verdict: unknown
#include <lariat_verifier.h>
int compute(int);
int main(void)
{
    if (compute(__VERIFIER_nondet_int()) == 3)
        reach_error();
    return 0;
}
