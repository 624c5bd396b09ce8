// What is easily got wrong: a way out of the inner loop, a sum that overflows downwards, words that share bytes, a field that is set on the way.
//@ test: --entry leaves
//@ bugs: none
//@ test: --entry downwards
//@ found: signed-overflow
//@ bugs: 1
//@ test: --entry overlapping
//@ bugs: none
//@ test: --entry halves
//@ bugs: none
//@ test: --entry set
//@ bugs: none
#include <assert.h>

int leaves(unsigned n) {
    unsigned sum = 0;
    for (unsigned i = 0; i < n; i++) {
        for (unsigned j = 0; j < 5; j++) {
            if (j == 3)
                break;
            sum++;
        }
    }
    assert(sum == 3 * n);
    return 0;
}

int downwards(int n) {
    int sum = 100;
    if (n > 2000000000)
        return 0;
    for (int i = 0; i < n; i++)
        sum -= i;
    return sum;
}

union word {
    unsigned whole;
    unsigned short half[2];
    unsigned char bytes[12];
};

int overlapping(unsigned n) {
    union word word;
    word.whole = 0;
    word.bytes[8] = 1;
    for (unsigned i = 0; i < n; i++) {
        word.whole += 3;
        word.half[1] += 0;
    }
    assert(word.whole == 3 * n && word.bytes[8] == 1);
    return 0;
}

int halves(unsigned n) {
    union word word;
    word.whole = 0;
    word.bytes[8] = 1;
    if (n > 100000)
        return 0;
    for (unsigned i = 0; i < n; i++)
        word.half[0]++;
    assert(word.whole == (n & 0xffff));
    return 0;
}

int set(unsigned n) {
    unsigned table[4] = {0, 0, 0, 9};
    for (unsigned i = 0; i < n; i++) {
        table[0]++;
        if (table[0] == 1000)
            table[1] = 5;
    }
    assert(table[1] == (n >= 1000 ? 5u : 0u));
    assert(table[3] == 9);
    return 0;
}
