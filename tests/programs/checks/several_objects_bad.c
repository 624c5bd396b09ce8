// A pointer to one of two arrays, chosen by a branch; the index fits only the larger one.
//@ test:
//@ input: pick == 1
#include <lariat.h>
int small[4], large[16];
int main(void)
{
    int *p = lariat_bool("pick") ? small : large;
    unsigned i = lariat_uint("i");
    lariat_assume(i < 16);
    return p[i]; //! out-of-bounds-read
}
