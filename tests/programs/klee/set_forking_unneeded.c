// Where a path could not go several ways nothing is left out.
//@ test:
//@ paths: 1
//@ native: clean
#include <klee/klee.h>
int main(void)
{
    int x = klee_range(5, 9, "x");
    klee_set_forking(0);
    if (x < 3)
        return 1;
    return 0;
}
