// The C library's own results, not those of another library that rounds better; and the sign of its NaN.
//@ test:
#include <lariat.h>
#include <math.h>

int main(void)
{
    volatile double cube = 216, below = -4;
    int which = lariat_range(0, 1, "which");
    double number = which ? -1.0 : 4.0;
    lariat_assert(!signbit(sqrt(below)) == !signbit(sqrt(number)) || !which);
    lariat_assert(isnan(sqrt(below)) && sqrt(-below) == 2);
    if (which)
        lariat_assert(cbrt(cube) != cbrt(cube) + 1);
    lariat_assert(cbrt(cube) == 6.0); //! assertion-failure
    return 0;
}
