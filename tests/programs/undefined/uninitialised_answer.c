// An assertion that depends on a local variable without a value: found, and confirmed only if the native program happens to fail.
//@ test:
//@ bugs: 1
//@ exit: 3
#include <lariat.h>
int main(void)
{
    int array[4], *p = array;
    int index = lariat_range(0, 3, "index");
    lariat_assert(p[index] != 123456789);
    return 0;
}
