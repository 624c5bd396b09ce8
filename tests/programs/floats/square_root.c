// fabs, floor, ceil, fmin and fmax are exact on symbolic numbers; sqrt is rounded as it should.
//@ test:
#include <lariat.h>
#include <math.h>
int main(void)
{
    float x = lariat_float("x");
    lariat_assume(x >= 0 && x <= 4);
    lariat_assert(fabsf(-x) == x);
    lariat_assert(floorf(x) <= x && x <= ceilf(x));
    lariat_assert(fminf(x, 2) <= 2 && fmaxf(x, 2) >= 2);
    lariat_assert(sqrt(2.0) == 1.4142135623730951 && sqrtf(2.25f) == 1.5f);
    lariat_assert(floorf(x) != 3); //! assertion-failure
    return 0;
}
