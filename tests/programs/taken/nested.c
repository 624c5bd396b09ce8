// A loop within a loop: its cases are ways through the body of the outer one, which has closed forms then.
//@ test: --entry rectangle
//@ bugs: none
//@ test: --entry triangle
//@ bugs: none
//@ test: --entry constant
//@ bugs: none
//@ test: --entry remaining
//@ bugs: none
//@ test: --entry called
//@ bugs: none
//@ test: --entry wrong
//@ found: assertion-failure
//@ bugs: 1
//@ test: --entry inside
//@ found: assertion-failure
//@ bugs: 1
#include <assert.h>

int rectangle(unsigned n, unsigned m) {
    unsigned sum = 0;
    if (n > 1000 || m > 100)
        return 0;
    for (unsigned i = 0; i < n; i++)
        for (unsigned j = 0; j < m; j++)
            sum++;
    assert(sum == n * m);
    return 0;
}

int triangle(unsigned n) {
    unsigned sum = 0;
    if (n > 10000)
        return 0;
    for (unsigned i = 0; i < n; i++)
        for (unsigned j = 0; j < i; j++)
            sum++;
    assert(2 * sum == n * n - n);
    return sum == 4950;
}

int constant(unsigned n) {
    unsigned sum = 0;
    for (unsigned i = 0; i < n; i++)
        for (unsigned j = 0; j < 10; j++)
            sum++;
    assert(sum == 10 * n);
    return sum == 50000000;
}

int remaining(unsigned n) {
    unsigned sum = 0;
    for (unsigned i = 0; i < n; i++) {
        unsigned j = i;
        while (j < n) {
            j++;
            sum += 2;
        }
    }
    assert(sum == n * n + n);
    return 0;
}

static unsigned product(unsigned a, unsigned b) {
    unsigned result = 0;
    while (b > 0) {
        result += a;
        b--;
    }
    return result;
}

int called(unsigned n) {
    unsigned sum = 0;
    for (unsigned i = 0; i < n; i++)
        sum += product(i, 1000);
    assert(sum % 1000 == 0 || n > 2000);
    return 0;
}

int wrong(unsigned n) {
    unsigned sum = 0;
    if (n < 100 || n > 10000)
        return 0;
    for (unsigned i = 0; i < n; i++)
        for (unsigned j = 0; j < i; j++)
            sum++;
    assert(sum != 44850);
    return 0;
}

int inside(unsigned n) {
    unsigned sum = 0;
    if (n > 10000)
        return 0;
    for (unsigned i = 0; i < n; i++)
        for (unsigned j = 0; j < i; j++) {
            assert(i != 400 || j != 300);
            sum++;
        }
    return sum == 7;
}
