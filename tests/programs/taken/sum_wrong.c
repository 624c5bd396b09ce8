// A wrong closed form is refuted, with an input that is run.
//@ test:
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint(), sum = 0;
    if (n < 1000 || n > 100000)
        return 0;
    for (unsigned i = 1; i <= n; i++)
        sum += i;
    assert(2 * sum != 40000 * 40001u); //! assertion-failure
    return 0;
}
