// Formatting into a buffer, with symbolic numbers.
//@ test:
#include <lariat.h>
#include <stdio.h>
#include <string.h>
int main(void)
{
    char text[32];
    int n = lariat_range(-12, 12, "n");
    int length = snprintf(text, sizeof text, "[%4d|%-3u|%x]", n, 7u, 255u);
    lariat_assert(length == 13 && (int)strlen(text) == length);
    lariat_assert(strcmp(text + 5, "|7  |ff]") == 0);
    lariat_assert(text[4] - '0' == (n < 0 ? -n : n) % 10);
    lariat_assert((text[2] == '-' || text[3] == '-') == (n < 0));
    return 0;
}
