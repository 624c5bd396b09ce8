// rand stays in its range and is the same for the same seed.
//@ test:
#include <lariat.h>
#include <stdlib.h>
int main(void)
{
    srand(5);
    int a = rand(), b = rand();
    srand(5);
    lariat_assert(a == rand() && b == rand());
    lariat_assert(a >= 0 && a <= RAND_MAX);
    return 0;
}
