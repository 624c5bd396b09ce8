// Deep loops of the kind KLEE and Pex do not get through: a function call, phases, wrap-around, two variables, 2^28 iterations.
//@ test: --entry functions
//@ paths: 1
//@ test: --entry phases
//@ paths: 1
//@ test: --entry wraps
//@ paths: 1
//@ test: --entry simple
//@ paths: 1
//@ test: --entry nested
//@ paths: 1
//@ test: --entry multivar
//@ bugs: none
//@ test: --entry input
//@ bugs: none
//@ reach: --entry phases --target label:DEEP
//@ verdict: reached
#include <assert.h>

unsigned twice_more(unsigned z) { return z + 2; }

int functions(void) {
    unsigned x = 0;
    while (x < 0x0fffffff)
        x = twice_more(x);
    assert(x % 2 == 0);
    return x == 0x10000000;
}

int phases(void) {
    unsigned x = 0, y = 0;
    while (x < 0x0fffffff) {
        if (x < 0xfff0) {
            x++;
        } else {
            x += 2;
            y++;
        }
    }
    assert(x % 2 == 0);
    if (y == 134184840)
        y = 0;
DEEP:
    return y == 0;
}

int wraps(void) {
    unsigned x = 10;
    while (x >= 10)
        x += 2;
    assert(x % 2 == 0);
    return x == 0;
}

int simple(void) {
    unsigned x = 0;
    while (x < 0x0fffffff)
        x++;
    assert(x == 0x0fffffff);
    return 0;
}

int nested(void) {
    unsigned x = 0, y = 0;
    while (x < 0x0fffffff) {
        y = 0;
        while (y < 10)
            y++;
        x++;
    }
    assert(y == 10);
    return x == 0x0fffffff;
}

int multivar(unsigned x) {
    unsigned y = x;
    while (x < 0x0fffff00) {
        x++;
        y++;
    }
    assert(x == y);
    return 0;
}

int input(unsigned x) {
    while (x < 0x0fffffff)
        x++;
    assert(x >= 0x0fffffff);
    return 0;
}
