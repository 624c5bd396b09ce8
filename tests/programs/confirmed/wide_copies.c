// Copies of wide characters that are too long.
//@ test:
#include <lariat.h>
#include <stdlib.h>
#include <wchar.h>
int main(void)
{
    wchar_t *heap = malloc(4 * sizeof *heap), local[4] = L"abc";
    if (heap == NULL)
        return 1;
    switch (lariat_range(0, 5, "which")) {
    case 1: wcscpy(heap, L"abcd"); break; //! out-of-bounds-write
    case 2: wcsncpy(local, L"ab", 5); break; //! out-of-bounds-write
    case 3: wmemset(heap, L'x', 5); break; //! out-of-bounds-write
    case 4: wmemcpy(heap, local, 5); break; //! out-of-bounds-read
    case 5: wmemmove(heap, L"abcdef", 6); break; //! out-of-bounds-write
    default: break;
    }
    free(heap);
    return local[0] == 0;
}
