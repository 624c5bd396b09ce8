// Comparisons of blocks need all their bytes, also those behind the first difference.
//@ test:
#define _GNU_SOURCE
#include <lariat.h>
#include <string.h>
#include <strings.h>
#include <wchar.h>
int main(void)
{
    char small[4] = "abc", large[8] = "xyz";
    wchar_t wide[2] = L"a", other[4] = L"b";
    unsigned n = (unsigned)lariat_range(0, 6, "n");
    switch (lariat_range(0, 9, "case")) {
    case 0:
        return memcmp(small, large, 4) < 0 && bcmp(small, large, 4) != 0 && wmemcmp(wide, other, 2) < 0;
    case 1:
        return memcmp(small, large, 8); //! out-of-bounds-read
    case 2:
        return bcmp(large, small, 5); //! out-of-bounds-read
    case 3:
        return memcmp(small, large, n); //! out-of-bounds-read
    case 4:
        return n <= 4 ? memcmp(small, large, n) : 0;
    case 5:
        return memmem(large, 8, small, 5) != NULL; //! out-of-bounds-read
    case 6:
        return memmem(small, 6, "a", 1) != NULL; //! out-of-bounds-read
    case 7:
        return wmemcmp(wide, other, 3); //! out-of-bounds-read
    case 8:
        /* These stop at what they look for. */
        return memchr(small, 'b', 100) != NULL && strncmp(small, large, 100) && strnlen(small, 100) == 3;
    default:
        return memcmp(small, large, 0) || memmem(large, 8, small, 4) != NULL;
    }
}
