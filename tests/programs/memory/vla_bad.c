// An array of variable length, and one element too far.
//@ test:
#include <lariat.h>
int main(void)
{
    int n = lariat_range(1, 4, "n");
    int a[n];
    for (int i = 0; i <= n; i++)
        a[i] = i; //! out-of-bounds-write
    return a[0];
}
