// C does not define what the left shift of a negative number gives, nor one whose value does not fit. Of each kind, what the
// machine computes is what follows.
//@ test: --cflags=-w
#include <lariat.h>

struct fields { int five : 5; unsigned six : 6; };
#define BIT(n) (1 << (n))

int main(void)
{
    int x = lariat_int("x"), n = lariat_range(0, 31, "n"), r = 0;
    long long l = lariat_long("l");
    short s = (short)x;
    signed char c = (signed char)x;
    unsigned char u = (unsigned char)x;
    struct fields f = {0};

    f.five = x;
    f.six = (unsigned)x;
    switch (lariat_range(0, 20, "which")) {
    case 0: r = 1 << 31; break; //! signed-overflow
    case 1: r = BIT(31); break; //! signed-overflow
    case 2: r = x << 1; break; //! signed-overflow
    case 3: r = x << n; break; //! signed-overflow
    case 4: r = 1 << n; break; //! signed-overflow
    case 5: r = -1 << n; break; //! signed-overflow
    case 6: r = -1 << 3; break; //! signed-overflow
    case 7: x <<= n; r = x; break; //! signed-overflow
    case 8: s <<= 17; r = s; break; //! signed-overflow
    case 9: c <<= 2; r = c; break; //! signed-overflow
    case 10: r = u << 24; break; //! signed-overflow
    case 11: l = 1LL << 63; break; //! signed-overflow
    case 12: l <<= n; break; //! signed-overflow
    case 13: f.five <<= n; r = f.five; break; //! signed-overflow
    case 14: r = f.six << 26; break; //! signed-overflow
    case 15: r = (_Bool)x << 31; break; //! signed-overflow
    case 16: r = x << 0; break; //! signed-overflow
    case 17: l = (long long)((__int128)1 << 127 >> 100); break; //! signed-overflow
    case 18: l = (long long)((__int128)l << n >> 100); break; //! signed-overflow
    case 19: r = 'a' << 25; break; //! signed-overflow
    }
    return r == 3 || l == 7 || s == 9;
}
