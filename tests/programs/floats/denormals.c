// Numbers below the smallest normal one lose digits, and the smallest of them vanishes when it is halved.
//@ test:
//@ input: bits == 1
#include <lariat.h>
#include <float.h>
#include <string.h>
int main(void)
{
    unsigned bits = lariat_uint("bits");
    lariat_assume(bits < 4);
    float x;
    memcpy(&x, &bits, 4);
    lariat_assert(x < FLT_MIN && x >= 0);
    if (x > 0)
        lariat_assert(x / 2 != 0); //! assertion-failure
    return 0;
}
