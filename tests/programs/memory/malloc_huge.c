// No machine has this much memory: malloc and calloc give nothing.
//@ test:
//@ paths: 1
#include <lariat.h>
#include <stdint.h>
#include <stdlib.h>
int main(void)
{
    lariat_assert(malloc(SIZE_MAX) == NULL);
    lariat_assert(calloc(SIZE_MAX / 2, 3) == NULL);
    lariat_assert(malloc((size_t)PTRDIFF_MAX + 1) == NULL);
    char *p = malloc(4);
    lariat_assert(realloc(p, SIZE_MAX) == NULL);
    p[0] = 1;
    free(p);
    return 0;
}
