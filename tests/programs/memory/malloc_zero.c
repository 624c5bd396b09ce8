// malloc(0) gives a pointer that can be freed and not followed.
//@ test:
#include <lariat.h>
#include <stdlib.h>
int main(void)
{
    char *p = malloc(0);
    int c = 0;
    if (p && lariat_bool("read"))
        c = *p; //! out-of-bounds-read
    free(p);
    return c;
}
