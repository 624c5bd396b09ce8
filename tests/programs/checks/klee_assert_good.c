// KLEE's own assertion. The mended version.
//@ test:
#include <klee/klee.h>
int main(void)
{
    int n = klee_range(0, 8, "n");
    for (int i = 0; i < 8; i++)
        klee_assert(i != 5 || n < 8);
    return 0;
}
