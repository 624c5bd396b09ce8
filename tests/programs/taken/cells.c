// A field of a struct or an element of an array that a loop counts with is a variable like any other; what is beside it stays.
//@ test: --entry field
//@ bugs: none
//@ test: --entry element
//@ bugs: none
//@ test: --entry neighbours
//@ bugs: none
//@ test: --entry byte
//@ bugs: none
//@ test: --entry heap
//@ bugs: none
//@ test: --entry wrong
//@ found: assertion-failure
//@ bugs: 1
#include <assert.h>
#include <stdlib.h>

struct queue {
    int first;
    unsigned length;
    char text[20];
    unsigned short turns;
    unsigned char last;
};

int field(unsigned n) {
    struct queue queue = {3, 0, "abc", 0, 0}, *p = &queue;
    while (p->length < n)
        p->length++;
    assert(queue.length == n && queue.first == 3 && queue.text[1] == 'b' && queue.turns == 0);
    return 0;
}

static unsigned table[10];

int element(unsigned n) {
    table[3] = 0;
    for (unsigned i = 0; i < n; i++)
        table[3] += 2;
    assert(table[3] == 2 * n && table[2] == 0 && table[4] == 0);
    return 0;
}

int neighbours(unsigned n) {
    unsigned pair[6] = {0, 0, 7, 0, 0, 0};
    if (n > 100000)
        return 0;
    for (unsigned i = 0; i < n; i++) {
        pair[0]++;
        pair[1] += 3;
    }
    assert(pair[0] == n && pair[1] == 3 * n && pair[2] == 7);
    return 0;
}

int byte(unsigned n) {
    struct queue queue = {3, 0, "abc", 0, 0};
    for (unsigned i = 0; i < n; i++) {
        queue.last++;
        queue.turns += 2;
    }
    assert(queue.last == (unsigned char)n && queue.turns == (unsigned short)(2 * n));
    return 0;
}

int heap(unsigned n) {
    struct queue *queue = malloc(sizeof *queue);
    if (!queue)
        return 0;
    queue->first = 5;
    queue->length = 0;
    while (queue->length < n)
        queue->length++;
    assert(queue->length == n && queue->first == 5);
    free(queue);
    return 0;
}

int wrong(unsigned n) {
    struct queue queue = {3, 0, "abc", 0, 0}, *p = &queue;
    while (p->length < n)
        p->length += 7;
    assert(queue.length != 70007);
    return 0;
}
