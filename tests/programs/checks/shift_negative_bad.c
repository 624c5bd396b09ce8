// A shift amount that can be negative, and one of 64 bits that is too large.
//@ test:
#include <lariat.h>
int main(void)
{
    int amount = lariat_range(-1, 31, "amount");
    unsigned small = 1u << amount; //! invalid-shift
    unsigned long large = 1ul << (small & 127); //! invalid-shift
    return large > 10;
}
