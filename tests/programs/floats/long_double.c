// The 80-bit format has more digits than double.
//@ test:
//@ paths: 1
//@ native: clean
#include <lariat.h>
int main(void)
{
    long double one = 1.0L, tiny = 0x1p-60L;
    lariat_assert(one + tiny != one);
    lariat_assert((double)(one + tiny) == 1.0);
    for (int n = -3; n < 4; n++) {
        long double x = n + 0.5L;
        lariat_assert(x * 2 == 2 * n + 1 && (int)x == (n < 0 ? n + 1 : n));
    }
    lariat_assert(1.0L / 3 != (double)(1.0L / 3));
    return sizeof(long double) != 16;
}
