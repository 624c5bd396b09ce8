// What printf returns is used where it is returned only.
//@ test:
#include <assert.h>
#include <lariat.h>
#include <stdio.h>
static int written(int number)
{
    return printf("%d", number);
}
int main(void)
{
    assert(written(lariat_range(0, 20, "number")) == 1); //! assertion-failure
    return 0;
}
