// Pointers in memory on 32 bits.
//@ test: --data-model ILP32
#include <lariat.h>
static int a = 1, b = 2;
static int *table[2] = {&a, &b};
int main(void)
{
    lariat_assert(sizeof(void *) == 4 && sizeof(long) == 4 && sizeof(long long) == 8);
    unsigned i = lariat_uint("i");
    lariat_assume(i < 2);
    lariat_assert(*table[i] == (int)i + 1);
    *table[i] = 7;
    lariat_assert(a + b == (i ? 8 : 9));
    return 0;
}
