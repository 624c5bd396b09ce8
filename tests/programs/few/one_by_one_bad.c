// More arguments than a table should have: each of them has a path of its own.
//@ test: --time 300s
//@ input: first == 40
#include <lariat.h>
#include <math.h>

int main(void)
{
    int first = lariat_range(1, 40, "first"), second = lariat_range(1, 40, "second");
    double angle = atan2(first, second);
    lariat_assert(angle < 1.5457); //! assertion-failure
    return 0;
}
