/* Reads a percentage such as `42%`. */
#include <stdlib.h>

int parse_percent(const char *text)
{
    char digits[4];
    int count = 0;

    while (text[count] >= '0' && text[count] <= '9') {
        digits[count] = text[count];
        count++;
    }
    digits[count] = '\0';
    if (count == 0 || text[count] != '%')
        return -1;
    return atoi(digits) <= 100 ? atoi(digits) : -1;
}
