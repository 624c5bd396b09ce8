// A pointer that walks through a list is none from outside, whatever an analysis of the loop puts in its place.
//@ reach: --target list_behind_loop.c:24
//@ verdict: reached
//@ verify: --property unreach-call
//@ verdict: false
#include <stdlib.h>
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
struct node { struct node *next; int value; };
int main(void)
{
    struct node *list = 0;
    unsigned n = __VERIFIER_nondet_uchar();
    for (unsigned i = 0; i < n; i++) {
        struct node *fresh = malloc(sizeof *fresh);
        if (fresh == 0)
            return 0;
        fresh->next = list;
        fresh->value = (int)i;
        list = fresh;
    }
    for (struct node *at = list; at != 0; at = at->next)
        if (at->value == 6)
            reach_error();
    return 0;
}
