// 0.1 + 0.2 is not 0.3, and which sums are is asked exactly.
//@ test:
#include <lariat.h>
int main(void)
{
    double a = 0.1, b = 0.2;
    lariat_assert(a + b != 0.3);
    double x = lariat_double("x");
    if (x + 0.2 == 0.3 && x != 0.1)
        lariat_assert(0); //! assertion-failure
    return 0;
}
