// By default allocations succeed, as with KLEE; with --failing-malloc each may fail, realloc too.
//@ test:
//@ bugs: none
//@ paths: 1
//@ test: --failing-malloc
#include <stdlib.h>
int main(void)
{
    char *p = malloc(3);
    p[0] = 1; //! null-dereference
    char *q = realloc(p, 5);
    q[4] = 2; //! null-dereference
    free(q);
    return 0;
}
