// The first path through `rare` ends without a test. Another one that went there has to bring it.
//@ test:
//@ bugs: none
//@ coverage: 6 of 6
#include <klee/klee.h>

static int rare(int x) { return x & 4 ? 3 : 5; }

int main(void) {
    int x = klee_int("x"), y = klee_int("y"), r = 0;
    if (x > 77)
        r = rare(x);
    if (y == 0)
        klee_silent_exit(0);
    return r;
}
