// A function called through another type: what is missing is arbitrary.
//@ test:
//@ bugs: 2
//@ exit: 1
#include <lariat.h>
static int add(int a, int b) { return (a & 15) + (b & 15); }
typedef int (*one)(int);
int main(void)
{
    one f = (one)(void *)add;
    lariat_assert(f(3) != 18);
    return 0;
}
