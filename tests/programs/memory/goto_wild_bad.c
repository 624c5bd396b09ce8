// A computed goto to anything but a label is one bug, however many addresses that may be.
//@ test:
//@ bugs: 2
//@ message: a jump to no label
//@ paths: 2
#include <lariat.h>
int main(void)
{
    int zero = 0, taken = lariat_int("taken");
    void *target;
    lariat_make_symbolic(&target, sizeof target, "target");
    if (taken == 0)
        target = &&there;
    goto *target;
there:
    return 1 / zero;
}
