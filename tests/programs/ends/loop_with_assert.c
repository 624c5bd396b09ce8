// The same behind a loop, where a proof is needed.
//@ verify: --property valid-memsafety
//@ verdict: true
//@ verify: --property no-overflow
//@ verdict: true
#include <assert.h>
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void)
{
    unsigned n = __VERIFIER_nondet_uint(), i;
    int data[8] = { 0 };
    for (i = 0; i < n; i++) {
        if (__VERIFIER_nondet_uint() == 3)
            abort();
        assert(i < 8);
        data[i] = 1;
    }
    return data[0];
}
