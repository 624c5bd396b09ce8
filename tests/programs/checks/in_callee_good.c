// The access is in a function that trusts its caller. The mended version.
//@ test:
//@ paths: 5
#include <lariat.h>
static int sum(const int *a, int n)
{
    int total = 0;
    for (int i = 0; i < n; i++)
        total += a[i];
    return total;
}
int main(void)
{
    int data[4] = {1, 2, 3, 4};
    int n = lariat_range(0, 4, "n");
    lariat_assert(sum(data, n) == n * (n + 1) / 2);
    return 0;
}
