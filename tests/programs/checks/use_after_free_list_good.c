// A list is walked while it is freed. The mended version.
//@ test: --check-leaks
//@ paths: 3
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
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}
