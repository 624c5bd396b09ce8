// Accesses that begin inside of an object and end outside of it, at addresses that are not aligned.
//@ test:
#include <lariat.h>
#include <stdlib.h>
static char global[13];
int main(void)
{
    int x = lariat_int("x"), result = 0;
    char *heap = malloc(8), local[11] = {0};
    if (x == 1)
        *(long *)(heap + 3) = 1; //! out-of-bounds-write
    if (x == 2)
        result = *(int *)(local + 9); //! out-of-bounds-read
    if (x == 3)
        *(short *)(global + 12) = 1; //! out-of-bounds-write
    if (x == 4)
        *(double *)(heap + 1) = 1; //! out-of-bounds-write
    free(heap);
    return result;
}
