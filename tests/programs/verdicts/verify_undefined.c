// Undefined behaviour on the way to the property: no proof.
//@ verify:
//@ verdict: unknown (undefined behaviour on the way: out-of-bounds-read
#include <lariat_verifier.h>
int table[4];
int main(void)
{
    unsigned n = __VERIFIER_nondet_uint();
    if (table[n % 5] == 9)
        reach_error();
    return 0;
}
