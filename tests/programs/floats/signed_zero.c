// Zero has a sign that only division and signbit see.
//@ test:
#include <lariat.h>
#include <math.h>
#include <string.h>
int main(void)
{
    double x = lariat_double("x");
    if (x == 0) {
        unsigned long bits;
        memcpy(&bits, &x, 8);
        lariat_assert(bits == 0 || bits == 1ul << 63);
        lariat_assert(!signbit(x) == (bits == 0));
        if (signbit(x))
            lariat_assert(1 / x == -INFINITY);
    }
    return 0;
}
