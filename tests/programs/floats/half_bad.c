// Rounding by adding a half is wrong just below a half.
//@ test:
//@ input: below == 1
#include <lariat.h>
#include <math.h>
int main(void)
{
    double d = lariat_bool("below") ? 0.49999999999999994 : 0.25;
    double rounded = floor(d + 0.5);
    lariat_assert(rounded == 0 || d >= 0.5); //! assertion-failure
    return 0;
}
