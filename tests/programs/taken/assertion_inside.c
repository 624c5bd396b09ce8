// An assertion within the loop fails in the iteration that no case comes back from.
//@ test:
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint(), x = 0;
    for (unsigned i = 0; i < n; i++) {
        assert(x != 700000); //! assertion-failure
        x += 7;
    }
    return 0;
}
