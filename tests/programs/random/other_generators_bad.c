// The other generators are inputs for such seeds, too. What becomes of the seed of rand_r is exact.
//@ test:
#include <lariat.h>
#include <stdlib.h>

int main(void)
{
    unsigned seed = lariat_uint("seed"), before = seed;
    int number = rand_r(&seed);
    lariat_assert(number >= 0);
    lariat_assert(seed == (before * 1103515245u + 12345u) * 1103515245u * 1103515245u + 12345u * 1103515245u + 12345u);
    unsigned known = 7;
    lariat_assert(rand_r(&known) == 1187592820);
    lariat_assert(rand_r(&seed) >= 0);
    srand48(lariat_int("other"));
    long small = lrand48(), any = mrand48();
    lariat_assert(small >= 0 && small < 2147483648 && any == (int)any);
    if (lrand48() == 4711 && small == 12 && any == -3)
        lariat_assert(0); //! assertion-failure
    return 0;
}
