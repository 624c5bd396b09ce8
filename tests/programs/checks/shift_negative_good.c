// A shift amount that can be negative. The mended version.
//@ test:
#include <lariat.h>
int main(void)
{
    int amount = lariat_range(-1, 31, "amount");
    unsigned small = amount < 0 ? 0 : 1u << amount;
    unsigned long large = 1ul << (small & 63);
    return large > 10;
}
