// Memory that a global variable still points to at the end is not lost, whatever is between the two.
//@ test: --check-leaks
#include <lariat.h>
#include <stdlib.h>
struct node {
    struct node *next;
    char *data;
};
static struct node *all;
int main(void)
{
    for (int i = lariat_range(0, 2, "n"); i > 0; i--) {
        struct node *node = malloc(sizeof *node);
        node->data = malloc(1);
        node->next = all;
        all = node;
    }
    return 0;
}
