// The top bits of a number, with no bits. The mended version.
//@ test:
#include <lariat.h>
int main(void)
{
    unsigned value = lariat_uint("value");
    unsigned char bits = lariat_uchar("bits");
    lariat_assume(bits <= 32);
    unsigned top = bits ? value >> (32 - bits) : 0;
    lariat_assert(bits == 32 || top < 1u << bits);
    return 0;
}
