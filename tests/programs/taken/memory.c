// What a loop changes may live in memory: a global variable, a local one whose address is taken, a pointer that walks.
//@ test: --entry global
//@ bugs: none
//@ test: --entry local
//@ bugs: none
//@ test: --entry pointer
//@ bugs: none
#include <assert.h>

unsigned counter;

int global(unsigned n) {
    counter = 0;
    while (counter < n)
        counter++;
    assert(counter == n);
    return 0;
}

static void bump(unsigned *p) { *p += 5; }

int local(unsigned n) {
    unsigned x = 0, rounds = 0;
    if (n > 1000000)
        return 0;
    while (rounds < n) {
        bump(&x);
        rounds++;
    }
    assert(x == 5 * n);
    return 0;
}

static char block[100000];

int pointer(unsigned n) {
    const char *p = block;
    if (n > sizeof block)
        return 0;
    while (p < block + n)
        p++;
    assert(p - block == n);
    return 0;
}
