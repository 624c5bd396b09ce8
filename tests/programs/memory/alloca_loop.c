// Memory of alloca in a loop lives until the function returns.
//@ test:
#include <lariat.h>
#include <alloca.h>
static int chain(int n)
{
    struct node {
        struct node *next;
        int value;
    } *list = 0;
    for (int i = 0; i < n; i++) {
        struct node *node = alloca(sizeof *node);
        node->next = list;
        node->value = i;
        list = node;
    }
    int sum = 0;
    for (; list; list = list->next)
        sum += list->value;
    return sum;
}
int main(void)
{
    int n = lariat_range(0, 4, "n");
    lariat_assert(chain(n) == n * (n - 1) / 2);
    return 0;
}
