// The old pointer after realloc. The mended version.
//@ test:
#include <lariat.h>
#include <stdlib.h>
int main(void)
{
    char *old = malloc(8), *now;
    old[0] = lariat_char("c");
    char first = old[0];
    now = realloc(old, 4096);
    if (!now)
        return 1;
    lariat_assert(now[0] == first);
    free(now);
    return 0;
}
