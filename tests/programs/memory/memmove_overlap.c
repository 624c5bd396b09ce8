// memmove between overlapping places, in both directions, with a symbolic length.
//@ test:
#include <lariat.h>
#include <string.h>
int main(void)
{
    char up[10] = "abcdefghi", down[10] = "abcdefghi";
    unsigned n = lariat_uint("n");
    lariat_assume(n <= 7);
    memmove(up + 2, up, n);
    memmove(down, down + 2, n);
    for (unsigned i = 0; i < 10; i++) {
        char before = i == 9 ? 0 : 'a' + i;
        lariat_assert(up[i] == (i >= 2 && i < 2 + n ? (char)('a' + i - 2) : before));
        char moved = i + 2 == 9 ? 0 : 'a' + i + 2;
        lariat_assert(down[i] == (i < n ? moved : before));
    }
    return 0;
}
