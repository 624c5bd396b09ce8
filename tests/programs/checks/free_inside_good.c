// A pointer into the middle of an object is freed. The mended version.
//@ test: --check-leaks
#include <lariat.h>
#include <stdlib.h>
int main(void)
{
    char *p = malloc(8);
    int i = lariat_range(0, 7, "i");
    p += i;
    free(p - i);
    return 0;
}
