// A list is walked while it is freed.
//@ test:
#include <lariat.h>
#include <stdlib.h>
struct node {
    struct node *next;
    int value;
};
int main(void)
{
    struct node *list = 0;
    for (int i = lariat_range(0, 2, "length"); i > 0; i--) {
        struct node *node = malloc(sizeof *node);
        node->next = list;
        node->value = i;
        list = node;
    }
    for (struct node *node = list; node; node = node->next) //! use-after-free
        free(node);
    return 0;
}
