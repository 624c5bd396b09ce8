// Symbolic size and symbolic index together: the index may be equal to the size.
//@ test: --capacity 64
#include <lariat.h>
#include <stdlib.h>
int main(void)
{
    unsigned char n = lariat_uchar("n"), i = lariat_uchar("i");
    lariat_assume(n < 10 && i <= n);
    int *p = calloc(n + 1u, sizeof *p);
    lariat_assert(p[i] == 0);
    free(p);
    p = malloc(n * sizeof *p);
    if (p && n > 0)
        p[i] = 3; //! out-of-bounds-write
    free(p);
    return 0;
}
