// A default that was not allocated is freed like what was.
//@ test:
#include <lariat.h>
#include <stdlib.h>
static char fallback[8];
int main(void)
{
    char *p = fallback;
    if (lariat_bool("allocate"))
        p = malloc(8);
    free(p); //! invalid-free
    return 0;
}
