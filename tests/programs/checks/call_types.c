// Functions that are called as another type: other numbers, more of them, fewer, no result. What C before prototypes does is fine.
//@ test:
#include <lariat.h>
static int add(int a, int b) { return (a & 15) + (b & 15); }
static double half(double value) { return value / 2; }
static void nothing(int value) { (void)value; }
static long wide(long value) { return value & 7; }
static int old(a, b) int a, b; { return (a & 3) + (b & 3); }
typedef int (*two)(int, int);
typedef int (*one)(int);
int main(void)
{
    two table[] = { add, (two)half, (two)wide };
    int (*unknown)() = old;
    switch (lariat_range(0, 6, "which")) {
    case 0: return table[0](1, 2);
    case 1: return table[1](1, 2) == 9; //! invalid-call
    case 2: return table[2](1, 2) == 9; //! invalid-call
    case 3: return ((one)add)(3) == 40; //! invalid-call
    case 4: return ((one)nothing)(3) == 40; //! invalid-call
    case 5: return unknown(1, 2);
    default: return 0;
    }
}
