// On 32 bits the size of an allocation wraps.
//@ test: --data-model ILP32
#include <lariat.h>
#include <stdlib.h>
int main(void)
{
    unsigned count = lariat_uint("count");
    lariat_assume(count == 4 || count == 0x40000004);
    int *p = malloc(count * sizeof *p);
    if (!p)
        return 1;
    p[3] = 1;
    p[count / 2] = 2; //! out-of-bounds-write
    free(p);
    return 0;
}
