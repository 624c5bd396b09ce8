// Wrong uses of wide text are found in the functions that read and write it.
//@ test: --sym-stdin 2 -DCASE=1
//@ bugs: 1
//@ found: out-of-bounds-write
//@ test: --sym-stdin 2 -DCASE=2
//@ bugs: 1
//@ found: division-by-zero
//@ test: --sym-stdin 2 -DCASE=3
//@ bugs: 1
//@ found: use-after-free
#include <stdio.h>
#include <stdlib.h>
#include <wchar.h>
int main(void)
{
    wchar_t small[3], line[4];
    switch (CASE) {
    case 1:
        swprintf(small, 8, L"%d", 1234);
        return small[0];
    case 2:
        return fgetws(line, 4, stdin) == NULL ? 0 : 100 / (int)wcstol(line, NULL, 10);
    default: {
        wchar_t *copy = wcsdup(L"abc");
        wprintf(L"%ls\n", copy);
        free(copy);
        return copy[0];
    }
    }
}
