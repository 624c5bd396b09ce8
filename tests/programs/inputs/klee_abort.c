// klee_abort is an abort.
//@ test:
#include <klee/klee.h>
int main(void)
{
    if (klee_int("x") == 4711)
        klee_abort(); //! abort
    return 0;
}
