// malloc(0) gives a pointer that can be freed and not followed.
// The sanitizer of the native build makes it one byte, so this bug cannot be confirmed.
//@ test:
#include <lariat.h>
#include <stdlib.h>
int main(void)
{
    char *p = malloc(0);
    int c = 0;
    if (p && lariat_bool("read"))
        c = *p; //! out-of-bounds-read unconfirmed
    free(p);
    return c;
}
