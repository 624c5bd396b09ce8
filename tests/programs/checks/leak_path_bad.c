// Memory is lost on the way out after an error; the report gives the place of the allocation.
//@ test: --check-leaks
#include <lariat.h>
#include <stdlib.h>
static char *buffer(void)
{
    char *p = malloc(10); //! memory-leak
    p[0] = lariat_char("c");
    return p;
}
int main(void)
{
    char *p = buffer();
    if (p[0] == '#')
        return 1;
    free(p);
    return 0;
}
