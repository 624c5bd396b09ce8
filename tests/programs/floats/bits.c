// The bits of a float as an integer and back.
//@ test:
#include <lariat.h>
#include <string.h>
int main(void)
{
    unsigned bits = lariat_uint("bits"), again;
    float f;
    memcpy(&f, &bits, 4);
    memcpy(&again, &f, 4);
    lariat_assert(again == bits);
    if (f == 1.5f)
        lariat_assert(bits == 0x3fc00000);
    if ((bits & 0x7f800000) == 0x7f800000)
        lariat_assert(!(f - f == 0));
    return 0;
}
