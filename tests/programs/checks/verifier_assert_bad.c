// The assertion of verification tasks: a function that calls the error function, which the program defines itself.
//@ test:
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern void abort(void);
void reach_error(void) { assert(0); }
void __VERIFIER_assert(int condition)
{
    if (!condition) {
        reach_error(); //! error-reached
        abort();
    }
}
int main(void)
{
    unsigned n = __VERIFIER_nondet_uint();
    __VERIFIER_assert(n * n != 49);
    return 0;
}
