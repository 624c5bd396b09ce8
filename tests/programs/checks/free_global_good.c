// A default that was not allocated is freed like what was. The mended version.
//@ test: --check-leaks
#include <lariat.h>
#include <stdlib.h>
static char fallback[8];
int main(void)
{
    char *p = fallback;
    if (lariat_bool("allocate"))
        p = malloc(8);
    if (p != fallback)
        free(p);
    return 0;
}
