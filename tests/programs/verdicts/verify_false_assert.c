// A failing assertion is an unreachable call that was reached.
//@ verify: --property unreach-call
//@ verdict: false
#include <lariat_verifier.h>
#include <assert.h>
int main(void)
{
    short n = __VERIFIER_nondet_short();
    assert(n * 3 != 21);
    return 0;
}
