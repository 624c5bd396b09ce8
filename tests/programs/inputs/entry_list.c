// A list: its links may be null, and its length is bounded.
//@ test: --entry length
#include <assert.h>
struct node {
    int value;
    struct node *next;
};
int length(struct node *list)
{
    int n = 0;
    for (; list; list = list->next)
        n++;
    assert(n != 2); //! assertion-failure
    return n;
}
