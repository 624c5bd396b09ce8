// Two functions that call each other. The mended version.
//@ test:
//@ paths: 4
#include <lariat.h>
static int odd(unsigned n);
static int even(unsigned n) { return n == 0 ? 1 : odd(n - 1); }
static int odd(unsigned n) { return n == 0 ? 0 : even(n - 1); }
int main(void)
{
    unsigned n = lariat_range(0, 3, "n");
    lariat_assert(even(n) == (n % 2 == 0));
    return 0;
}
