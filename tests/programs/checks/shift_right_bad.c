// The top bits of a number, with no bits.
//@ test:
//@ input: bits == 0
#include <lariat.h>
int main(void)
{
    unsigned value = lariat_uint("value");
    unsigned char bits = lariat_uchar("bits");
    lariat_assume(bits <= 32);
    return value >> (32 - bits); //! invalid-shift
}
