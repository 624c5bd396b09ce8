// Whether a value depends on an input; constants and what was computed from them do not.
//@ test:
//@ paths: 1
#include <klee/klee.h>
int main(void)
{
    int x = klee_range(0, 100, "x"), y = 3;
    int zero = x - x;
    klee_assert(klee_is_symbolic(x));
    klee_assert(klee_is_symbolic(x + y));
    klee_assert(!klee_is_symbolic(y));
    klee_assert(!klee_is_symbolic(y * 2 + 1));
    return zero;
}
