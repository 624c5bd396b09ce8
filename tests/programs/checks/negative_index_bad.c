// A read before the start of a heap object.
//@ test:
#include <lariat.h>
#include <stdlib.h>
int main(void)
{
    int *p = calloc(4, sizeof *p);
    int i = lariat_range(0, 4, "i");
    int before = p[i - 1]; //! out-of-bounds-read
    free(p);
    return before;
}
