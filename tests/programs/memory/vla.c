// An array of variable length: its size is that of the input.
//@ test:
//@ paths: 4
#include <lariat.h>
int main(void)
{
    int n = lariat_range(1, 4, "n");
    int a[n];
    lariat_assert(sizeof a == n * sizeof(int));
    for (int i = 0; i < n; i++)
        a[i] = i * i;
    lariat_assert(a[n - 1] == (n - 1) * (n - 1));
    return 0;
}
