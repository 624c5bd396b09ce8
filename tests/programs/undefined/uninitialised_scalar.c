// An uninitialised scalar is one arbitrary value, not another at each use.
//@ test:
#include <lariat.h>
int main(void)
{
    unsigned x;
    unsigned a = x, b = x;
    lariat_assert(a == b);
    lariat_assert(x - x == 0);
    return 0;
}
