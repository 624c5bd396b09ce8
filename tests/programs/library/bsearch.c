// bsearch for a symbolic key.
//@ test:
#include <lariat.h>
#include <stdlib.h>
static int compare(const void *a, const void *b)
{
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}
int main(void)
{
    static const int primes[] = {2, 3, 5, 7, 11};
    int key = lariat_int("key");
    const int *found = bsearch(&key, primes, 5, sizeof *primes, compare);
    if (found)
        lariat_assert(*found == key && key != 7); //! assertion-failure
    else
        lariat_assert(key != 2 && key != 3 && key != 5 && key != 11);
    return 0;
}
