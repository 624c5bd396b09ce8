// An allocation of symbolic size, one byte too small for some.
//@ test: --capacity 16
//@ input: n == 5
#include <lariat.h>
#include <stdlib.h>
int main(void)
{
    unsigned char n = lariat_uchar("n");
    lariat_assume(n >= 5 && n < 10);
    char *p = malloc(n);
    p[n - 5] = 1;
    p[5] = 2; //! out-of-bounds-write
    free(p);
    return 0;
}
