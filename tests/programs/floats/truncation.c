// Conversions to integers cut towards zero.
//@ test:
//@ paths: 1
//@ native: clean
#include <lariat.h>
int main(void)
{
    for (int quarter = -41; quarter <= 41; quarter++) {
        double d = quarter / 4.0;
        int i = (int)d;
        lariat_assert(i == quarter / 4);
        lariat_assert((short)(float)d == i && (long)d == i);
        if (d >= 0)
            lariat_assert((unsigned char)d == i && (unsigned long)d == (unsigned long)i);
    }
    lariat_assert((long)-9223372036854775808.0 == (-9223372036854775807l - 1));
    lariat_assert((unsigned long)18446744073709549568.0 == 18446744073709549568ul);
    return 0;
}
