// realloc of something that was not allocated.
//@ test:
#include <lariat.h>
#include <stdlib.h>
int main(void)
{
    char local[4], *p = lariat_bool("local") ? local : malloc(4);
    p = realloc(p, 8); //! invalid-free
    free(p);
    return 0;
}
