// One value of a symbolic number; the rest of the path has this one, and the run says that others are left out.
//@ test:
//@ left out: values other than the one picked
#include <klee/klee.h>
int main(void)
{
    int x = klee_range(5, 9, "x");
    int one = klee_get_value_i32(x);
    klee_assert(!klee_is_symbolic(one));
    klee_assert(one == x && one >= 5 && one < 9);
    return 0;
}
