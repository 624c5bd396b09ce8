// The other functions that a failed assertion may call.
//@ test:
#define _GNU_SOURCE
#include <assert.h>
#include <lariat.h>
void __assert(const char *, const char *, int);
int main(void)
{
    int x = lariat_int("x");
    if (x == 1)
        assert_perror( //! assertion-failure
            x);
    if (x == 2)
        __assert( //! assertion-failure
            "x is two",
            __FILE__, 1000);
    return 0;
}
