// Left shifts that C defines: of unsigned numbers, and those whose values fit.
//@ test: --cflags=-w
//@ verify: --property no-overflow --cflags=-w
//@ verdict: true
#include <lariat.h>

struct fields { int five : 5; unsigned six : 6; };

int main(void)
{
    int x = lariat_int("x"), n = lariat_range(0, 31, "n"), r = 0;
    long long l = lariat_long("l");
    short s = (short)x;
    unsigned char u = (unsigned char)x;
    unsigned bits = (unsigned)x;
    struct fields f = {0};

    f.five = x;
    f.six = (unsigned)x;
    switch (lariat_range(0, 16, "which")) {
    case 0: r = 1u << 31; break;
    case 1: r = 1 << 30; break;
    case 2: r = (unsigned)x << n; break;
    case 3: r = u << 23; break;
    case 4: l = 1LL << n; break;
    case 5: l = (long long)((unsigned long long)l << 63); break;
    case 6: r = x > 0 && x < 1 << 16 ? x << 15 : 0; break;
    case 7: r = x > 0 && x < 1 << (30 - n % 16) ? x << n % 16 : 0; break;
    case 8: r = n < 31 ? 1 << n : 0; break;
    case 9: s = s > 0 ? s : 0; s <<= 16; r = s; break;
    case 10: f.six <<= 3; break;
    case 11: r = f.five > 0 ? f.five << 27 : 0; break;
    case 12: r = f.six << 25; break;
    case 13: r = 0 << n; break;
    case 14: bits <<= n; break;
    case 15: l = (long long)((__int128)u << 119 >> 100); break;
    }
    return r == 3 || l == 7 || s == 9 || bits == 11;
}
