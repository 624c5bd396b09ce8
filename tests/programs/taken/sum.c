// The closed form of a sum, on machine integers.
//@ test:
//@ verify:
//@ verdict: true
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint(), sum = 0;
    if (n == 4294967295u)
        return 0;
    for (unsigned i = 1; i <= n; i++)
        sum += i;
    assert(2 * sum == n * (n + 1));
    return 0;
}
