// Whether to fork must be known.
//@ test:
#include <klee/klee.h>
int main(void)
{
    klee_set_forking(klee_int("x")); //! reported unconfirmed
    return 0;
}
