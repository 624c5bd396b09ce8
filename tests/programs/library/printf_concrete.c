// Formatting of concrete values as the C library does it.
//@ test:
//@ paths: 1
//@ native: clean
#include <lariat.h>
#include <stdio.h>
#include <string.h>
int main(void)
{
    char text[64];
    snprintf(text, sizeof text, "%s %c %5.2f %e %g %%", "abc", 'x', 3.14159, 12345.678, 0.0001);
    lariat_assert(strcmp(text, "abc x  3.14 1.234568e+04 0.0001 %") == 0);
    snprintf(text, sizeof text, "%08lx %+d %#o %.3s|%*d", 0xabcdul, 5, 8, "abcdef", 4, 7);
    lariat_assert(strcmp(text, "0000abcd +5 010 abc|   7") == 0);
    lariat_assert(snprintf(text, 4, "%d", 123456) == 6 && strcmp(text, "123") == 0);
    return 0;
}
