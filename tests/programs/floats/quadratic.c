// An input that solves an equation.
//@ test:
#include <lariat.h>
int main(void)
{
    float x = lariat_float("x");
    lariat_assume(x > 0 && x < 100);
    if (x * 4 == 10)
        lariat_assert(x != 2.5f); //! assertion-failure
    return 0;
}
