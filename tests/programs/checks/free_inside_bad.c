// A pointer into the middle of an object is freed.
//@ test:
#include <lariat.h>
#include <stdlib.h>
int main(void)
{
    char *p = malloc(8);
    p += lariat_range(0, 7, "i");
    free(p); //! invalid-free
    return 0;
}
