// Atomic operations on symbolic values.
//@ test:
#include <lariat.h>
#include <stdatomic.h>
int main(void)
{
    unsigned start = lariat_uint("start");
    atomic_uint x = start;
    lariat_assert(atomic_fetch_add(&x, 3) == start);
    lariat_assert(atomic_load(&x) == start + 3);
    unsigned expected = 10;
    _Bool done = atomic_compare_exchange_strong(&x, &expected, 99);
    lariat_assert(done == (start == 7));
    lariat_assert(done ? x == 99 : expected == start + 3);
    return 0;
}
