//@ run: reach --quiet --target goal --out %t/out %s
//@ stdout~: ^verdict: reached
// The target lies inside a loop that is taken in one step, behind one that makes objects, which no condition is computed through.
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);

struct node {
    struct node *next;
    unsigned value;
};

void goal(void) {}

int main(void) {
    unsigned m = __VERIFIER_nondet_uint();
    if (m > 3) return 0;
    struct node *list = 0;
    for (unsigned j = 0; j < m; j++) {
        struct node *node = malloc(sizeof *node);
        if (!node) return 0;
        node->next = list;
        node->value = j;
        list = node;
    }
    unsigned n = __VERIFIER_nondet_uint(), i = 0;
    while (i < n) {
        if (i == 700000 && list && list->value == 2) goal();
        i++;
    }
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}
