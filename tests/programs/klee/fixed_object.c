// Memory at an address of the program's choosing: zero at first, with bounds, natively too.
//@ test:
#include <klee/klee.h>
#define DEVICE ((volatile int *)0x10000000)
#define OTHER ((unsigned char *)0x10000100)
int main(void)
{
    klee_define_fixed_object((void *)DEVICE, 4 * sizeof(int));
    klee_define_fixed_object(OTHER, 3);
    klee_assert(DEVICE[3] == 0 && OTHER[2] == 0);
    DEVICE[1] = 7;
    klee_make_symbolic(OTHER, 3, "other");
    if (OTHER[0] == 9)
        return 10 / (OTHER[1] - 5); //! division-by-zero
    if (OTHER[0] == 10)
        DEVICE[4] = 1; //! out-of-bounds-write
    return DEVICE[1] - 7;
}
