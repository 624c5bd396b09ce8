// __VERIFIER_nondet_size_t has every value of its type.
//@ test:
//@ input: __VERIFIER_nondet_size_t == 18446744073709551615
#include <lariat_verifier.h>
int main(void)
{
    size_t value = __VERIFIER_nondet_size_t();
    if (value == 18446744073709551615ull)
        reach_error(); //! error-reached
    return 0;
}
