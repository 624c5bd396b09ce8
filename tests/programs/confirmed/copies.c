// Copies that are too long, where the sanitizer says first that they overlap or have a negative size.
//@ test:
#include <lariat.h>
#include <stdlib.h>
#include <string.h>
int main(void)
{
    int x = lariat_int("x");
    char text[16] = "hello world", small[8] = {0};
    if (x == 1)
        memcpy(text + 1, text, 16); //! out-of-bounds-write
    if (x == 2)
        memcpy(small, text, x - 3); //! out-of-bounds-read
    if (x == 3)
        memmove(text, text + 1, 17); //! out-of-bounds-read
    if (x == 4)
        strcat(text, text + 3); //! out-of-bounds-write
    if (x == 5)
        memset(small, 0, x - 6); //! out-of-bounds-write
    if (x == 6)
        strncpy(small, text, 12); //! out-of-bounds-write
    if (x == 7)
        strcpy(text + 8, text); //! overlapping-copy
    return text[0] + small[0];
}
