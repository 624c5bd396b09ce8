// Each of these copies has bytes in common with its source.
//@ test:
//@ verify: --property valid-memsafety
//@ verdict: false
#include <lariat.h>
#include <stdio.h>
#include <string.h>
#include <wchar.h>
int main(void)
{
    char data[64] = "abcdefgh";
    wchar_t wide[16] = L"abcd";
    int offset;
    switch (lariat_range(0, 9, "case")) {
    case 0:
        memcpy(data + 6, data + 4, 10); //! overlapping-copy
        break;
    case 1:
        offset = lariat_range(0, 20, "offset");
        memcpy(data + offset, data + 10, 8); //! overlapping-copy
        break;
    case 2:
        strcpy(data + 2, data); //! overlapping-copy
        break;
    case 3:
        strcpy(data, data + 2); //! overlapping-copy
        break;
    case 4:
        strcat(data, data + 4); //! overlapping-copy
        break;
    case 5:
        strncpy(data + 3, data, 5); //! overlapping-copy
        break;
    case 6:
        wmemcpy(wide + 1, wide, 3); //! overlapping-copy unconfirmed
        break;
    case 7:
        sprintf(data, "%s!", data); //! overlapping-copy unconfirmed
        break;
    case 8:
        mempcpy(data + 1, data, 3); //! overlapping-copy
        break;
    default:
        strncat(data, data + 6, 8); //! overlapping-copy
    }
    return data[0];
}
