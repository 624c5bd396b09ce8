// Memory freed twice, also by realloc, and used by it after it was freed.
//@ test:
#include <lariat.h>
#include <stdlib.h>
int main(void)
{
    char *p = malloc(8), *q = malloc(8);
    int x = lariat_int("x");
    free(p);
    if (x == 1)
        free(p); //! double-free
    if (x == 2)
        q = realloc(p, 16); //! double-free
    free(q);
    if (x == 3)
        free(q); //! double-free
    return 0;
}
