// What pointed to a variable or literal of a block points to nothing when the block is executed anew, though the address is the same.
// So the machine does not show it.
//@ test:
//@ verify: --property valid-memsafety
//@ verdict: unknown
#include <lariat.h>
#include <stdlib.h>
struct pair { int a, b; };
struct holder { struct pair *to; };
static int *global;

static int by_for(int n)
{
    int *p = 0;
    for (int i = 0; i < n; i++) {
        int x = i;
        if (i > 0 && *p == 1) //! use-after-scope unconfirmed
            return 1;
        p = &x;
    }
    return 0;
}

static int by_while(int n)
{
    int *p = 0;
    while (n--) {
        int a[3] = {n};
        if (p)
            return p[0]; //! use-after-scope unconfirmed
        p = a;
    }
    return 0;
}

static int by_do(int n)
{
    char *p;
    int again = 0;
    do {
        char c = 3;
        if (again)
            *p = 4; //! use-after-scope unconfirmed
        again = 1;
        p = &c;
    } while (n--);
    return 0;
}

static int in_struct(int n)
{
    struct holder h = {0};
    for (int i = 0; i < n; i++) {
        {
            struct pair s = {i, i};
            if (h.to)
                return h.to->b; //! use-after-scope unconfirmed
            h.to = &s;
        }
    }
    return 0;
}

static int in_global(int n)
{
    global = 0;
    for (int i = 0; i < n; i++) {
        int x = 3;
        if (global)
            return *global; //! use-after-scope unconfirmed
        global = &x;
    }
    return 0;
}

static int on_heap(int n)
{
    int **m = calloc(1, sizeof *m), value = 0;
    for (int i = 0; m && i < n; i++) {
        int x = 3;
        if (*m)
            value += **m; //! use-after-scope unconfirmed
        *m = &x;
    }
    free(m);
    return value;
}

static void keep(int **where, int *what) { *where = what; }

static int by_call(int n)
{
    int *p = 0;
    for (int i = 0; i < n; i++) {
        int x = 3;
        if (p)
            return *p; //! use-after-scope unconfirmed
        keep(&p, &x);
    }
    return 0;
}

static int in_expression(int n)
{
    int *p = 0, sum = 0;
    for (int i = 0; i < n; i++)
        sum += ({
            int t = i;
            if (p)
                t = *p; //! use-after-scope unconfirmed
            p = &t;
            t;
        });
    return sum;
}

static int two_rounds_ago(int n)
{
    int *p = 0, *q = 0;
    for (int i = 0; i < n; i++) {
        int x = i, y = 2 * i;
        if (i == 2)
            return *q; //! use-after-scope unconfirmed
        q = p;
        p = i ? &x : &y;
    }
    return 0;
}

// clang marks no lives in what follows.
static int literal_ended(int n)
{
    int *p = 0;
    {
        p = (int[]){n, 2};
        n += p[1];
    }
    return *p + n; //! use-after-scope unconfirmed
}

static int literal_again(int n)
{
    int *p = 0;
    while (n--) {
        int *q = &(int){n};
        if (p)
            return *p; //! use-after-scope unconfirmed
        p = q;
    }
    return 0;
}

static int after_label(int n)
{
    int *p = 0, sum = 0;
    for (int k = 0; k < n; k++) {
        int i = 0, *q = 0;
    again:;
        int x = i;
        if (q)
            sum += *q;
        if (p)
            return *p; //! use-after-scope unconfirmed
        q = &x;
        if (i++ < 2)
            goto again;
        p = &x;
    }
    return sum;
}

int main(void)
{
    int n = 3;
    switch (lariat_range(0, 12, "which")) {
    case 0: return by_for(n);
    case 1: return by_while(n);
    case 2: return by_do(n);
    case 3: return in_struct(n);
    case 4: return in_global(n);
    case 5: return on_heap(n);
    case 6: return by_call(n);
    case 7: return in_expression(n);
    case 8: return two_rounds_ago(n);
    case 9: return literal_ended(n);
    case 10: return literal_again(n);
    case 11: return after_label(n);
    default: return 0;
    }
}
