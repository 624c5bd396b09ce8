// A write at a symbolic place and a read at another: equal places see it, others do not.
//@ test:
#include <lariat.h>
int main(void)
{
    int a[16];
    for (int i = 0; i < 16; i++)
        a[i] = i;
    unsigned i = lariat_uint("i"), j = lariat_uint("j");
    lariat_assume(i < 16 && j < 16);
    a[i] = 100;
    lariat_assert(a[j] == (i == j ? 100 : (int)j));
    return 0;
}
