// A pointer to one of two arrays, chosen by a branch. The mended version.
//@ test:
#include <lariat.h>
int small[4], large[16];
int main(void)
{
    _Bool pick = lariat_bool("pick");
    int *p = pick ? small : large;
    unsigned i = lariat_uint("i");
    lariat_assume(i < (pick ? 4 : 16));
    return p[i];
}
