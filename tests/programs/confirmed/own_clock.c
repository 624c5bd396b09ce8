// A function that the program defines itself is its own, whatever its name.
//@ test:
#include <assert.h>
#include <lariat.h>
long time(long *result)
{
    long now = lariat_range(0, 9, "now");
    if (result != 0)
        *result = now;
    return now;
}
int main(void)
{
    assert(time(0) != 5); //! assertion-failure
    return 0;
}
