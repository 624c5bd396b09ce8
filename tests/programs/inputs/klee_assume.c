// klee_assume cuts paths: what contradicts it is not explored, and an assumption that cannot hold is reported.
//@ test:
//@ paths: 2
#include <klee/klee.h>
int main(void)
{
    int x = klee_int("x");
    klee_assume(x > 10);
    klee_assume(x < 13);
    if (x < 10)
        klee_assert(0);
    if (x == 11)
        return 1;
    if (x == 12)
        klee_assume(x == 5); //! reported
    return 2;
}
