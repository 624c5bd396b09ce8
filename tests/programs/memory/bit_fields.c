// Bit-fields: narrow signed ones wrap, neighbours stay as they are.
//@ test:
#include <lariat.h>
struct fields {
    unsigned a : 3;
    int b : 5;
    unsigned c : 17;
    unsigned char d;
    unsigned long e : 40;
};
int main(void)
{
    struct fields f = {0};
    unsigned x = lariat_uint("x");
    f.a = x;
    f.c = 0x1ffff;
    f.b = x >> 3;
    f.e = (unsigned long)x << 8;
    f.d = 255;
    lariat_assert(f.a == (x & 7));
    lariat_assert(f.b >= -16 && f.b <= 15);
    lariat_assert((f.b & 31) == (x >> 3 & 31));
    lariat_assert(f.c == 0x1ffff && f.d == 255);
    lariat_assert(f.e == (unsigned long)x << 8);
    f.a++;
    lariat_assert(f.a == ((x + 1) & 7));
    return 0;
}
