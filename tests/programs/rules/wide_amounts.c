// The amount of a shift has a wider type than what is shifted. What clang cuts off counts.
//@ test:
//@ verify: -DFIRST
//@ verdict: unknown (undefined behaviour on the way: invalid-shift
//@ verify: -DSAFE --property no-overflow
//@ verdict: true
#include <lariat.h>

int main(void)
{
    int x = lariat_range(0, 3, "x");
    long n = lariat_long("n");
    unsigned long u = lariat_ulong("u");

#ifdef SAFE
    if (n < 0 || n > 29 || u > 29)
        return 0;
    return (x << n) + (x >> u) == 7;
#else
    if (n == 1L << 32)
        return x << n; //! invalid-shift
    if (n == -(1L << 40))
        return (unsigned)x << n; //! invalid-shift
    if (u == (1UL << 32) + 3)
        return x >> u; //! invalid-shift
    if (u == 1UL << 63) {
        x <<= u; //! invalid-shift
        return x;
    }
    return 0;
#endif
}
