// A call through a symbolic pointer: a path for each function that it may be.
//@ test:
//@ paths: 4
#include <lariat.h>
static int zero(int x) { return x; }
static int one(int x) { return x + 1; }
static int two(int x) { return 10 / (x - x); } //! division-by-zero
static int (*const table[])(int) = { zero, one, two, 0 };
int main(void)
{
    unsigned which = lariat_uint("which") % 4;
    return table[which](5); //! null-dereference
}
