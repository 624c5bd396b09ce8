// An assumption that cannot hold is the program's mistake, on the paths on which it cannot.
//@ test:
#include <klee/klee.h>
int main(void)
{
    int x = klee_int("x");
    if (x == 1)
        klee_assume(0); //! reported
    if (x > 10)
        klee_assume(x < 5); //! reported
    /* The parts of a condition are decided one after the other; that is no mistake. */
    klee_assume(x < 10 && x > -10);
    klee_assert(x < 10 && x > -10);
    return 0;
}
