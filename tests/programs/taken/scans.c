// Loops that go through data with one step are taken by a case whose number of iterations is a variable; what is out of bounds stays a bug.
//@ test: --entry lengths
//@ bugs: none
//@ test: --entry blanks
//@ found: assertion-failure
//@ bugs: 1
//@ test: --entry down
//@ bugs: none
//@ test: --entry outside
//@ found: out-of-bounds-read
//@ bugs: 1
//@ test: --entry copies
//@ found: out-of-bounds-write
//@ bugs: 1
//@ test: --entry same
//@ bugs: none
//@ test: --entry words
//@ bugs: none
#include <assert.h>
#include <string.h>

void klee_make_symbolic(void *, unsigned long, const char *);

int lengths(void) {
    char s[48];
    klee_make_symbolic(s, sizeof s, "s");
    s[47] = 0;
    unsigned n = 0;
    while (s[n])
        n++;
    assert(n <= 47 && s[n] == 0 && (n == 0 || s[n - 1] != 0));
    assert(n < 20 || s[11] != 0);
    return n > 40;
}

int blanks(void) {
    char s[40];
    klee_make_symbolic(s, sizeof s, "s");
    s[39] = 0;
    int i = 0;
    while (s[i] == ' ')
        i++;
    int start = i;
    while (s[i] >= '0' && s[i] <= '9')
        i++;
    assert(i - start <= 39);
    // Wrong for a line that is digits only.
    assert(i - start < 39);
    return s[i] == 0;
}

int down(void) {
    int v[40], key;
    klee_make_symbolic(v, sizeof v, "v");
    klee_make_symbolic(&key, sizeof key, "key");
    int i = 39;
    while (i >= 0 && v[i] > key)
        i--;
    assert(i == 39 || v[i + 1] > key);
    assert(i < 0 || v[i] <= key);
    return i == 3;
}

int outside(void) {
    char s[120];
    klee_make_symbolic(s, sizeof s, "s");
    unsigned i = 0;
    while (s[i] != '/')
        i += 3;
    return i > 30;
}

int copies(void) {
    char s[44], d[38] = {0};
    klee_make_symbolic(s, sizeof s, "s");
    s[43] = 0;
    unsigned n = 0;
    do
        d[n] = s[n];
    while (s[n++]);
    assert(memcmp(d, s, n) == 0);
    return n > 37;
}

int same(void) {
    char s[40], t[40];
    klee_make_symbolic(s, sizeof s, "s");
    klee_make_symbolic(t, sizeof t, "t");
    s[39] = t[39] = 0;
    const char *p = s, *q = t;
    while (*p && *p == *q)
        p++, q++;
    assert(p - s == q - t && p - s <= 39);
    return *p == *q;
}

int words(void) {
    unsigned short w[40];
    klee_make_symbolic(w, sizeof w, "w");
    unsigned char i = 200;
    // The number wraps around on its way.
    while (i != 10 && w[(unsigned char)(i - 200) % 40] != 7)
        i++;
    assert(i >= 200 || i <= 10);
    return i == 10;
}
