// The address of a local variable leaves its function. The mended version.
//@ test:
//@ paths: 2
#include <lariat.h>
static void largest(int a, int b, int *result)
{
    if (a > b)
        *result = a;
    else
        *result = b;
}
int main(void)
{
    int a = lariat_int("a"), b = lariat_int("b"), result[1];
    largest(a, b, result);
    lariat_assert(result[0] >= a && result[0] >= b);
    return 0;
}
