// KLEE's own assertion, in a loop that only one iteration of breaks.
//@ test:
//@ input: n == 5
#include <klee/klee.h>
int main(void)
{
    int n = klee_range(0, 8, "n");
    for (int i = 0; i < 8; i++)
        klee_assert(i != 5 || n != 5); //! assertion-failure
    return 0;
}
