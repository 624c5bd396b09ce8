// A copy of an uninitialised struct is equal to its original, whichever way it is copied.
//@ test:
//@ verify: --property unreach-call
//@ verdict: true
#include <stdlib.h>
#include <string.h>
extern void reach_error(void);
struct record { char tag; long number; short rest[5]; };

static struct record passed(struct record r) { return r; }

static int same(const struct record *a, const struct record *b)
{
    return a->tag == b->tag && a->number == b->number && a->rest[4] == b->rest[4];
}

int main(void)
{
    struct record a, b, c, d;
    a.tag = 1;
    b = a;
    memcpy(&c, &a, sizeof c);
    for (size_t i = 0; i < sizeof d; i++)
        ((char *)&d)[i] = ((char *)&a)[i];
    if (!same(&a, &b) || !same(&a, &c) || !same(&b, &d))
        reach_error();
    if (memcmp(&a, &c, sizeof a) != 0)
        reach_error();
    struct record e = passed(a);
    if (!same(&a, &e))
        reach_error();
    struct record *h = malloc(2 * sizeof *h);
    if (h == NULL)
        return 0;
    memmove(h + 1, h, sizeof *h);
    if (memcmp(h, h + 1, sizeof *h) != 0)
        reach_error();
    struct record kept = h[1];
    h = realloc(h, 4 * sizeof *h);
    if (h == NULL)
        return 0;
    if (kept.number != h[1].number || kept.rest[0] != h[0].rest[0])
        reach_error();
    free(h);
    return 0;
}
