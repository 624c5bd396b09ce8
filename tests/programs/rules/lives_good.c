// Pointers to objects that live: those of this round, those of the function, and those of a block that is not left.
//@ test:
//@ verify: --property valid-memsafety
//@ verdict: true
#include <alloca.h>
#include <lariat.h>
struct node { struct node *next; int value; };
static void add(int *to, const int *from) { *to += *from; }

// C's own example: the literal belongs to the function's block, so it is one object.
static int one_literal(void)
{
    struct node *p = 0, *q;
    int j = 0;
again:
    q = p, p = &((struct node){0, j++});
    if (j < 2)
        goto again;
    return p == q && q->value == 1;
}

static int one_variable(int n)
{
    int *p = 0, i = 0;
again:;
    int x = i;
    if (p)
        return *p;
    p = &x;
    if (i++ < n)
        goto again;
    return 1;
}

static int after_label(int n)
{
    int *p = 0, sum = 0, a = 0;
    if (n > 100) {
    out:
        return 1;
    }
    for (int i = 0; i < n; i++) {
        int x[2] = {i, a};
        p = x;
        sum += p[0] + x[1];
        if (i == 1)
            continue;
        {
            int y = 3;
            p = &y;
            sum += *p;
            if (sum > 100)
                goto out;
        }
        do {
            int z[2] = {sum};
            p = z;
            p[1] = 3;
            sum += p[1];
        } while (sum < 3);
    }
    return sum;
}

static int in_switch(int n)
{
    int *p, sum = 0;
    for (int i = 0; i < n; i++)
        switch (i) {
            int x;
        case 0: x = 2; p = &x; sum += *p; // falls through
        case 1: x = 5; p = &x; sum += *p; break;
        default: x = 3; p = &x; sum += *p;
        }
    return sum;
}

int main(void)
{
    int n = lariat_range(0, 3, "n"), sum = 0, count = 0, y = 0, *p = &y;
    struct node *list = 0;
    for (int i = 0; i < n; i++) {
        struct node *made = alloca(sizeof *made), a = {0, 1}, b = {&a, 2};
        *made = (struct node){list, i};
        list = made;
        add(&sum, &b.next->value);
    }
    for (struct node *at = list; at; at = at->next)
        count++;
    lariat_assert(count == n && sum == n);
    for (int i = 0; i < n; i++) {
        int x = *p + 1;
        p = &x;
        y = *p;
        p = &y;
    }
    lariat_assert(y == n);
    for (int i = 0; i < n; i++) {
        int size = n, a[size];
        a[size - 1] = i;
        {
            int x = a[size - 1], *q = &x;
            sum += *q;
        }
    }
    lariat_assert(one_literal() && one_variable(n) == 1);
    return (after_label(n) + in_switch(n)) < 0;
}
