// The parameters of an entry function are inputs with their names.
//@ test: --entry f
//@ input: small == -5
//@ input: big == 5000000000
//@ input: flag == 1
#include <assert.h>
int f(signed char small, long big, _Bool flag, double number)
{
    if (small == -5 && big == 5000000000 && flag)
        assert(number != 2.5); //! assertion-failure
    return 0;
}
