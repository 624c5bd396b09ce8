// sin of a symbolic number is not supported, and the run says so; of a number it is what the machine computes.
//@ test:
//@ left out: the function sin of a symbolic number
#include <lariat.h>
#include <math.h>
int main(void)
{
    lariat_assert(sin(0.0) == 0 && cos(0.0) == 1 && pow(2, 10) == 1024);
    double x = lariat_double("x");
    if (x == 2)
        return 1;
    return sin(x) > 0.5;
}
