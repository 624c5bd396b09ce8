// Variables that no other code than this block names are in memory if they are accessed after their lives.
//@ test:
#include <lariat.h>

static int read_after(void)
{
    int *p;
    { int x = 1; p = &x; }
    return *p; //! use-after-scope
}

static int write_after(int n)
{
    char *p;
    if (n) { char x = 3; p = &x; *p = 4; } else { char y = 1; p = &y; }
    *p = 7; //! use-after-scope
    return 0;
}

static int by_two_pointers(int n)
{
    int *p;
    int **q = &p;
    switch (n) {
    case 1: { int x = 1; *q = &x; break; }
    default: { int y = 2; *q = &y; return *p; }
    }
    return **q; //! use-after-scope
}

static int next_iteration(int n)
{
    int *p = 0;
    for (int i = 0; i < n; i++) {
        if (p)
            return *p; //! use-after-scope
        int x = i;
        p = &x;
    }
    return 0;
}

static int by_goto(int n)
{
    long *p;
    {
        long x = n;
        p = &x;
        if (n)
            goto out;
        x = 2;
    }
out:
    return *p == 2; //! use-after-scope
}

static int expression(void)
{
    int *p = ({ int t = 5; &t; });
    return *p; //! use-after-scope
}

static int in_time(int n)
{
    int x = n, *p = &x;
    { int y = 2, *q = &y; *q = *p; *p = y; }
    return x;
}

int main(void)
{
    int n = lariat_range(0, 2, "n");
    switch (lariat_range(0, 6, "which")) {
    case 0: return read_after();
    case 1: return write_after(n);
    case 2: return by_two_pointers(n);
    case 3: return next_iteration(n);
    case 4: return by_goto(n);
    case 5: return expression();
    default: return in_time(n);
    }
}
