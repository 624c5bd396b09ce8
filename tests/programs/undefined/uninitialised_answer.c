// An assertion that depends on a local variable without a value: the native run gets the value.
//@ test:
#include <lariat.h>
int main(void)
{
    int array[4], *p = array;
    int index = lariat_range(0, 3, "index");
    lariat_assert(p[index] != 123456789); //! assertion-failure
    return 0;
}
