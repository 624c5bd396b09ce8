// Dividing by zero is defined for floating point: infinity or NaN.
//@ test: --cflags=-fno-sanitize=float-divide-by-zero
#include <lariat.h>
#include <math.h>
int main(void)
{
    float a = lariat_float("a"), zero = 0;
    lariat_assume(a == a);
    float quotient = a / zero;
    if (a == 0)
        lariat_assert(isnan(quotient));
    else
        lariat_assert(isinf(quotient) && (quotient > 0) == (a > 0));
    return 0;
}
