// More arguments than a table for a backend should have, and another input that depends on them and has many values: each of the
// arguments has a path of its own.
//@ test: --time 300s
//@ input: first == 40
#include <lariat.h>
#include <math.h>

int main(void)
{
    int first = lariat_range(1, 40, "first"), second = lariat_range(1, 40, "second");
    lariat_assume(lariat_uint("other") > (unsigned)first);
    double angle = atan2(first, second);
    lariat_assert(angle < 1.5457); //! assertion-failure
    return 0;
}
