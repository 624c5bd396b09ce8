// Numbers of a known seed are glibc's, before and after those of a seed that is an input.
//@ test:
#include <lariat.h>
#include <stdlib.h>

int main(void)
{
    lariat_assert(rand() == 1804289383);
    srand((unsigned)lariat_int("seed"));
    int first = rand(), second = (int)random();
    lariat_assert(first >= 0 && second >= 0);
    srand(1);
    int known = rand();
    lariat_assert(known == 1804289383);
    srand((unsigned)lariat_int("seed") + 7);
    if (rand() == 5 && first == 77 && known == 1804289383)
        lariat_assert(second != 99); //! assertion-failure
    return 0;
}
