// A computed goto to no label is where the goto is. The native run crashes where it jumps to, without a stack.
//@ test:
//@ verify: --property valid-memsafety
//@ verdict: false
#include <lariat.h>

static int jump(unsigned long address, int second)
{
    static void *labels[] = { &&one, &&two };
    if (second == 2)
        goto *labels[second - 1];
    if (second)
        goto *(void *)address; //! invalid-pointer
    goto *(void *)(address + 8); //! invalid-pointer
one:
    return 1;
two:
    return 2;
}

int main(void)
{
    return jump(lariat_ulong("address"), lariat_range(0, 3, "second"));
}
