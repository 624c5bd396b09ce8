// Every allocation may fail, and the program copes with that.
//@ test: --failing-malloc --check-leaks
//@ paths: 4
#include <stdlib.h>
int main(void)
{
    char *p = malloc(3);
    if (!p)
        return 1;
    p[0] = 1;
    char *q = realloc(p, 5);
    if (!q) {
        free(p);
        return 2;
    }
    q[4] = 2;
    int *r = calloc(2, 4);
    if (r && r[1])
        q[0] = 0;
    free(r);
    free(q);
    return 0;
}
