// Two functions that call each other without end for odd numbers.
//@ test:
#include <lariat.h>
static int odd(unsigned n);
static int even(unsigned n) { return n == 0 ? 1 : odd(n - 1); } //! stack-exhaustion
static int odd(unsigned n) { return n == 1 ? 1 : even(n + 1); }
int main(void)
{
    unsigned n = lariat_range(0, 3, "n");
    return even(n);
}
