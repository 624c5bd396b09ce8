// After shrinking, the rest is gone.
//@ test:
#include <lariat.h>
#include <stdlib.h>
int main(void)
{
    char *p = malloc(100);
    p[50] = 1;
    p = realloc(p, lariat_range(10, 60, "n"));
    char c = p[50]; //! out-of-bounds-read
    free(p);
    return c;
}
