// Recursion with an array of its own in each call.
//@ test:
#include <lariat.h>
static int depth(int n, const int *parent)
{
    int own[2] = {n, parent ? parent[0] : -1};
    if (n == 0)
        return own[1];
    int below = depth(n - 1, own);
    lariat_assert(own[0] == n);
    return below;
}
int main(void)
{
    int n = lariat_range(0, 5, "n");
    lariat_assert(depth(n, 0) == (n == 0 ? -1 : 1));
    return 0;
}
