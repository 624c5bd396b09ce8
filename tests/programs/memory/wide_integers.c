// Integers of 128 bits.
//@ test:
#include <lariat.h>
int main(void)
{
    unsigned long a = lariat_ulong("a"), b = lariat_ulong("b");
    unsigned __int128 product = (unsigned __int128)(a >> 40) * (b >> 40);
    lariat_assert(product >> 64 == 0);
    unsigned __int128 sum = (unsigned __int128)a + b;
    lariat_assert((unsigned long)sum == a + b);
    lariat_assert((sum >> 64 != 0) == (a + b < a));
    __int128 difference = (__int128)a - b;
    lariat_assert((difference < 0) == (a < b));
    return 0;
}
