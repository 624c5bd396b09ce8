// Whole numbers scaled by floating-point arithmetic, as programs do with random numbers: ranges show what cannot be, and a few values
// what can.
//@ test:
#include <lariat.h>
#include <stdlib.h>
#include <time.h>

int main(void)
{
    srand((unsigned)time(NULL));
    int die = 1 + (int)(6.0 * rand() / (RAND_MAX + 1.0));
    lariat_assert(die >= 1 && die <= 6);
    lariat_assert(die != 6); //! assertion-failure
    double unit = rand() / (double)RAND_MAX;
    lariat_assert(unit >= 0 && unit <= 1);
    lariat_assert(unit < 1); //! assertion-failure
    srand48(time(NULL));
    int k = (int)(drand48() * 6) + 1;
    lariat_assert(k >= 1 && k <= 6);
    lariat_assert(k < 6); //! assertion-failure
    return 0;
}
