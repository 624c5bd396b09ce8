// A function that ends without a value gives something arbitrary; using it is the caller's fault, not using it nobody's.
//@ test:
#include <lariat.h>
static int half(int n)
{
    if (n % 2 == 0)
        return n / 2;
}
int main(void)
{
    int n = lariat_range(0, 4, "n");
    if (n == 3)
        half(n);
    else if (n != 1)
        lariat_assert(half(n) * 2 == n);
    return 0;
}
