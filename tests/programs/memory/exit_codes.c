// exit in the middle, _Exit without the functions given to atexit.
//@ test:
//@ paths: 3
#include <lariat.h>
#include <stdlib.h>
static void check(void) { lariat_assert(0); } //! assertion-failure
int main(void)
{
    int x = lariat_range(0, 2, "x");
    if (x == 0)
        exit(4);
    atexit(check);
    if (x == 1)
        _Exit(3);
    return 0;
}
