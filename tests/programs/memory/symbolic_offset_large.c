// The same in an object too large to look at every place.
//@ test:
#include <lariat.h>
static unsigned char a[100000];
int main(void)
{
    unsigned i = lariat_uint("i"), j = lariat_uint("j");
    lariat_assume(i < sizeof a && j < sizeof a);
    a[i] = 7;
    a[j] += 1;
    lariat_assert(a[i] == (i == j ? 8 : 7));
    lariat_assert(a[j] == (i == j ? 8 : 1));
    return 0;
}
