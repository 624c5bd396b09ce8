// Arrays that a loop fills are functions of the index afterwards; an index out of bounds is found where it is, however large the array.
//@ test: --entry filled
//@ bugs: none
//@ test: --entry copied
//@ bugs: none
//@ test: --entry beyond
//@ found: out-of-bounds-write
//@ bugs: 1
//@ test: --entry before
//@ found: out-of-bounds-write
//@ bugs: 1
#include <assert.h>

static int table[100000];

int filled(unsigned n, unsigned at) {
    if (n > 100000 || at >= 100000)
        return 0;
    for (unsigned i = 0; i < n; i++)
        table[i] = 7;
    assert(table[at] == (at < n ? 7 : 0));
    return 0;
}

int copied(unsigned n, unsigned at) {
    static char from[5000], to[5000];
    from[4321] = 'x';
    if (n > sizeof from || at >= sizeof from)
        return 0;
    for (unsigned i = 0; i < n; i++)
        to[i] = from[i];
    if (to[at] == 'x')
        assert(at == 4321 && n > 4321);
    return 0;
}

int beyond(unsigned n) {
    char block[70000];
    for (unsigned i = 0; i < n; i++)
        block[i] = 1;
    return block[0];
}

int before(int n) {
    char block[300];
    for (int i = 299; i >= n; i--)
        block[i] = 1;
    return block[299];
}
