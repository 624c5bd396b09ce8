// The address of a local variable leaves its function.
//@ test:
#include <lariat.h>
static int *largest(int a, int b)
{
    int result[1];
    result[0] = a > b ? a : b;
    int *escapes = result;
    return escapes;
}
int main(void)
{
    int *p = largest(lariat_int("a"), lariat_int("b"));
    return *p; //! use-after-scope
}
