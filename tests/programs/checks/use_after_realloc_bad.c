// The old pointer after realloc.
//@ test:
#include <lariat.h>
#include <stdlib.h>
int main(void)
{
    char *old = malloc(8), *now;
    old[0] = 'a';
    now = realloc(old, 4096);
    if (!now)
        return 1;
    if (lariat_int("x") == 1)
        now[0] = old[0]; //! use-after-free
    free(now);
    return 0;
}
