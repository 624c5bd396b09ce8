// A function cannot be an input; the native run fails to write it.
//@ test:
#include <klee/klee.h>
int main(void)
{
    klee_make_symbolic((void *)main, 4, "function"); //! reported
    return 0;
}
