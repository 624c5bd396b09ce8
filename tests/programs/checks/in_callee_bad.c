// The access is in a function that trusts its caller; the report names the line and who called.
//@ test:
//@ input: n == 5
#include <lariat.h>
static int sum(const int *a, int n)
{
    int total = 0;
    for (int i = 0; i < n; i++)
        total += a[i]; //! out-of-bounds-read
    return total;
}
int main(void)
{
    int data[4] = {1, 2, 3, 4};
    int n = lariat_range(0, 5, "n");
    return sum(data, n);
}
