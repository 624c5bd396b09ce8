// Pointers into one object are ordered and have a distance; pointers to different objects are different.
//@ test:
#include <lariat.h>
int main(void)
{
    int a[8], b[8];
    unsigned i = lariat_uint("i"), j = lariat_uint("j");
    lariat_assume(i <= 8 && j <= 8);
    int *p = a + i, *q = a + j;
    lariat_assert((p < q) == (i < j));
    lariat_assert((p == q) == (i == j));
    lariat_assert(q - p == (long)j - (long)i);
    lariat_assert(p != b + 3 || i == 8);
    lariat_assert(p != 0);
    return 0;
}
