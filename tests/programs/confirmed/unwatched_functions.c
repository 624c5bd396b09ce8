// Functions of the C library that no sanitizer looks into, and blocks of no bytes.
//@ test: --sym-stdin 8
#define _GNU_SOURCE
#include <lariat.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>
int main(void)
{
    char small[4] = "abc", *none = malloc(0);
    wchar_t wide[4] = { L'a', L'b', L'c', L'd' };
    char *four = malloc(4);
    if (none == NULL || four == NULL)
        return 1;
    int result = 0;
    switch (lariat_range(0, 11, "which")) {
    case 1: result = fgets(small, 8, stdin) != NULL; break; //! out-of-bounds-write
    case 2: result = *stpcpy(small, "abcd"); break; //! out-of-bounds-write
    case 3: result = *stpncpy(four, "ab", 6); break; //! out-of-bounds-write
    case 4: result = memccpy(four, "abcdefgh", 'f', 8) != NULL; break; //! out-of-bounds-write
    case 5: explicit_bzero(small, 5); break; //! out-of-bounds-write
    case 6: result = swprintf(wide, 9, L"%d", 12345) < 0; break; //! out-of-bounds-write
    case 7: result = wmemcmp(wide, L"abcdefgh", 8) != 0; break; //! out-of-bounds-read
    case 8: result = wcschr(wide, L'x') != NULL; break; //! out-of-bounds-read
    case 9: result = wcscmp(wide, L"abcdefgh") != 0; break; //! out-of-bounds-read
    case 10: result = *none; break; //! out-of-bounds-read
    case 11: none[0] = 1; break; //! out-of-bounds-write
    default: break;
    }
    free(none);
    free(four);
    return result;
}
