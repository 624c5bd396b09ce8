// A constant table is changed through a pointer that lost its qualifier.
//@ test:
#include <lariat.h>
static const int squares[4] = {0, 1, 4, 9};
static void set(int *p, int value) { *p = value; } //! write-to-constant
int main(void)
{
    unsigned i = lariat_uint("i");
    lariat_assume(i < 4);
    set((int *)&squares[i], 5);
    return squares[i];
}
