// Both ways of a branch on an uninitialised value are possible, and the value stays what it is.
//@ test:
//@ paths: 2
#include <lariat.h>
int main(void)
{
    int x;
    int *p = &x;
    int first = *p > 5, second = *p > 5;
    if (first)
        lariat_assert(second);
    else
        lariat_assert(!second);
    return 0;
}
