// A use of an uninitialised value does not hide those that follow it on the same path.
//@ test: --check-uninitialised
#include <stdio.h>
struct pair {
    int left, right;
};
int main(void)
{
    int a;
    volatile int b;
    long double c;
    struct pair pair;
    if (a > 3) //! uninitialised-branch
        puts("a");
    if (b > 3) //! uninitialised-branch
        puts("b");
    if (c > 3) //! uninitialised-branch
        puts("c");
    pair.left = 1;
    if (pair.right > 3) //! uninitialised-branch
        puts("right");
    return 0;
}
