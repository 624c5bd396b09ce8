// The last operand of `&&` and `||` is not branched on where the result is only a value.
//@ test: --entry both
//@ coverage: 16 of 16
#include <stdbool.h>

static bool leap(int year) { return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0; }

int both(int a, int b, int year) {
    bool inside = a > 10 && a < 20;
    bool neither = !(a == 3 || b == 4);
    return inside + neither + leap(year) + (b ? 1 : 7);
}
