// Other seeds, and other places in the sequence of one, give other numbers.
//@ test:
#include <lariat.h>
#include <stdlib.h>

int main(void)
{
    unsigned seed = lariat_uint("seed"), other = lariat_uint("other");
    srand(seed);
    int first = rand(), second = rand();
    lariat_assert(first != second); //! assertion-failure
    srand(other);
    int again = rand();
    lariat_assert(again == first); //! assertion-failure
    return 0;
}
