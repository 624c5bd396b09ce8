// Infinities: where they come from and what they do.
//@ test:
#include <lariat.h>
#include <float.h>
#include <math.h>
int main(void)
{
    double x = lariat_double("x");
    if (x > DBL_MAX) {
        lariat_assert(isinf(x) && x + 1 == x && -x < -DBL_MAX);
        lariat_assert(isnan(x - x) && isnan(x * 0.0));
        lariat_assert(1 / x == 0);
    }
    lariat_assert(DBL_MAX * 2 == INFINITY);
    return 0;
}
