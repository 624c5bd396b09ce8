// Conversions round to even, to odd neighbours never; from double to float too.
//@ test:
//@ paths: 1
//@ native: clean
#include <lariat.h>
int main(void)
{
    for (int n = 16777216; n <= 16777224; n++) {
        float f = n;
        lariat_assert((int)f == (n % 2 == 0 ? n : n % 4 == 1 ? n - 1 : n + 1));
        double d = n;
        lariat_assert((int)d == n && (float)d == f);
    }
    lariat_assert((float)0.1 > 0.1 && (float)0.3 > 0.3 && (float)0.7 < 0.7);
    lariat_assert((double)9007199254740993l == 9007199254740992.0);
    lariat_assert((float)18446744073709551615ul == 0x1p64f);
    lariat_assert((float)1e39 > 3e38f && (float)1e-46 == 0);
    return 0;
}
