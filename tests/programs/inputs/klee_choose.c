// klee_choose gives a number below its argument.
//@ test:
#include <klee/klee.h>
int main(void)
{
    unsigned long n = klee_choose(3);
    klee_assert(n < 3);
    klee_assert(n != 2); //! assertion-failure
    return 0;
}
