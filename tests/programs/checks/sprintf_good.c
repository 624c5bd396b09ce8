// A number with its sign and its end needs more room. The mended version.
//@ test:
#include <lariat.h>
#include <stdio.h>
#include <string.h>
int main(void)
{
    char text[4] = "";
    int n = lariat_range(-1000, 1000, "n");
    if (n == 37 || n == -100) {
        snprintf(text, sizeof text, "%d", n);
        lariat_assert(strcmp(text, n == 37 ? "37" : "-10") == 0);
    }
    return 0;
}
