// An allocation of symbolic size: inside is fine, whatever the size.
//@ test: --capacity 16
//@ left out: sizes above the capacity
#include <lariat.h>
#include <stdlib.h>
int main(void)
{
    size_t n = lariat_size("n");
    char *p = malloc(n);
    if (!p)
        return 1;
    if (n > 3) {
        p[3] = 'x';
        p[n - 1] = 'y';
        lariat_assert(p[3] == (n == 4 ? 'y' : 'x'));
    }
    free(p);
    return 0;
}
