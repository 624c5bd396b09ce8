// What is read at a symbolic place is what was written there, not the uninitialised memory next to it.
//@ test: --check-uninitialised
#include <lariat.h>

struct plain {
    unsigned char a;
    unsigned short d;
};
struct bits {
    unsigned a : 1, b : 2;
    unsigned : 0;
    unsigned d : 9;
};

int main(void)
{
    unsigned char v = lariat_uchar("v");
    struct plain plain = { 0 }, plains[2];
    plain.a = v;
    plain.d = v;
    plains[v & 1] = plain;
    struct plain copy = plains[v & 1];
    if (copy.a != v || copy.d != v)
        return 1;
    struct bits bits = { 0 }, many[2];
    bits.a = v;
    bits.b = v;
    bits.d = v;
    many[v & 1] = bits;
    struct bits other = many[v & 1];
    if (other.a != (v & 1) || other.b != (v & 3) || other.d != v)
        return 2;
    // This one is not there for any input but those with the other place.
    if (plains[(v >> 1) & 1].a == 7) //! uninitialised-branch
        return 3;
    return 0;
}
