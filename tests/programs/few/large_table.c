// Functions of thousands of possible arguments are tables as well where nothing else depends on these.
//@ test:
//@ paths: 2
//@ verify:
//@ verdict: true
#include <lariat.h>
#include <math.h>

int main(void)
{
    double x = lariat_range(0, 4000, "x") * 0.015;
    double y = pow(x, 1.7) - sin(x) * 3;
    lariat_assert(y < 400 || y > 400.004);
    return y < 7;
}
