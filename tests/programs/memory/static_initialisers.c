// Static initialisers: addresses of members, of functions, of string literals, differences, and what is left out is zero.
//@ test:
//@ paths: 1
#include <lariat.h>
#include <stddef.h>
#include <string.h>
struct node {
    struct node *next;
    const char *name;
    int (*function)(void);
    double weight;
};
static int one(void) { return 1; }
static struct node nodes[3] = {
    {&nodes[1], "first", one, 0.5},
    [2] = {.next = nodes, .name = &"second"[3]},
};
static int *inside = (int *)&nodes[2].weight;
static const ptrdiff_t distance = (char *)&((struct node *)0)->name - (char *)0;
static char text[8] = "ab";
static struct {
    unsigned a : 4, b : 4;
    _Bool c;
} small = {3, 12, 1};
int main(void)
{
    lariat_assert(nodes[0].next == &nodes[1] && nodes[0].function() == 1);
    lariat_assert(nodes[1].next == NULL && nodes[1].name == NULL && nodes[1].weight == 0);
    lariat_assert(strcmp(nodes[2].name, "ond") == 0 && nodes[2].next->weight == 0.5);
    lariat_assert((double *)inside == &nodes[2].weight);
    lariat_assert(distance == offsetof(struct node, name));
    lariat_assert(text[1] == 'b' && text[2] == 0 && text[7] == 0);
    lariat_assert(small.a == 3 && small.b == 12 && small.c);
    static int counter = 41;
    counter++;
    lariat_assert(counter == 42);
    return 0;
}
