// A union's members share their bytes, also through an array in it at a symbolic index.
//@ test:
#include <lariat.h>
union value {
    int i;
    unsigned char b[4];
    struct {
        short low, high;
    } s;
    float f;
};
int main(void)
{
    union value v;
    v.i = lariat_int("i");
    lariat_assert(v.s.high == (short)(v.i >> 16));
    lariat_assert((v.b[3] >= 128) == (v.i < 0));
    unsigned k = lariat_uint("k");
    lariat_assume(k < 4);
    v.b[k] = 0;
    lariat_assert(k != 3 || v.i >= 0);
    v.f = 1.0f;
    lariat_assert(v.i == 0x3f800000);
    return 0;
}
