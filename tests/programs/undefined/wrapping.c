// With -fwrapv signed arithmetic wraps and is no bug; without it, the check can be switched off.
//@ test: --cflags=-fwrapv
//@ bugs: none
//@ test: --no-overflow-check
//@ bugs: none
//@ test:
#include <lariat.h>
int main(void)
{
    int x = lariat_int("x");
    int next = x + 1; //! signed-overflow
    return next < x;
}
