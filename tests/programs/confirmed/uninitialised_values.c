// What uninitialised variables hold is up to the test, and the native program gets it.
//@ test:
#include <assert.h>
#include <lariat.h>
static int pick(int x)
{
    int chosen;
    if (x > 3)
        chosen = 1;
    return chosen;
}
int main(void)
{
    int x = lariat_int("x"), numbers[4];
    numbers[0] = x;
    assert(pick(x) != 12345); //! assertion-failure
    assert(numbers[2] != 777); //! assertion-failure
    return 0;
}
