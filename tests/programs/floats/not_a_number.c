// Comparisons with NaN are false, but for !=.
//@ test:
#include <lariat.h>
#include <math.h>
int main(void)
{
    double x = lariat_double("x");
    if (x != x) {
        lariat_assert(isnan(x) && !(x < 1) && !(x >= 1) && !(x == x));
        lariat_assert(isnan(x + 1) && isnan(x * 0));
    } else {
        lariat_assert(!isnan(x));
        lariat_assert(x < 1 || x >= 1);
    }
    return 0;
}
