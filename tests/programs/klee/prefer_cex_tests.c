// Preferences cost no path and exclude none; each path's test fulfils what it can.
//@ test:
//@ paths: 2
//@ tests: 2
//@ native: clean
#include <klee/klee.h>
int main(void)
{
    unsigned char c;
    klee_make_symbolic(&c, sizeof c, "c");
    klee_prefer_cex(&c, c >= 'a');
    klee_prefer_cex(&c, c <= 'z');
    if (c < 'k')
        return 1;
    return 2;
}
