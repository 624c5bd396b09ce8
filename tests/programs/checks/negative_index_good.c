// A read before the start of a heap object. The mended version.
//@ test:
#include <lariat.h>
#include <stdlib.h>
int main(void)
{
    int *p = calloc(4, sizeof *p);
    int i = lariat_range(1, 4, "i");
    int before = p[i - 1];
    free(p);
    return before;
}
