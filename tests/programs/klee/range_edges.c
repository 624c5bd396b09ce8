// A range with one number is that number, without an input; one without a number is a mistake.
//@ test:
//@ input: which == 1
#include <klee/klee.h>
int main(void)
{
    int which = klee_range(0, 2, "which");
    int only = klee_range(7, 8, "only");
    int most = klee_range(2147483646, 2147483647, "most");
    klee_assert(!klee_is_symbolic(only) && only == 7 && most == 2147483646);
    int low = klee_range(-3, 0, "low");
    klee_assert(low >= -3 && low < 0);
    if (which == 1)
        return klee_range(5, 5, "none"); //! reported
    return 0;
}
