// A report says where memory was allocated and freed, and what was computed, and has no addresses of Lariat's own.
//@ test: --entry use --check-leaks
//@ message: x + step is 2147483647 + 1 in int
//@ message: 4 bytes at offset 8 of allocated memory of 8 bytes, allocated at places.c:14:14
//@ message: 8 bytes of memory allocated at places.c:14:14, freed at places.c:28:9
//@ message: 8 bytes of memory allocated at places.c:14:14, freed at places.c:32:9
//@ message: address 0x1234567
//@ run: test %s --entry use --quiet --no-coverage --stop-at-first-bug --out %t/out
//@ stdout~: ^1 bug$
//@ exit: 1
#include <stdlib.h>

static int *make(int n) {
    int *p = malloc(8); //! memory-leak
    p[0] = n;
    return p;
}

static int add(int x, int step) {
    return x + step; //! signed-overflow
}

int use(int n, int kind) {
    int *p = make(n);
    if (kind == 1)
        return add(n, 1);
    if (kind == 2) {
        free(p);
        return p[0]; //! use-after-free
    }
    if (kind == 3) {
        free(p);
        free(p); //! double-free
    }
    if (kind == 4)
        return p[2]; //! out-of-bounds-read
    if (kind == 5)
        return *(int *)0x1234567; //! invalid-pointer
    free(p);
    return 0;
}
