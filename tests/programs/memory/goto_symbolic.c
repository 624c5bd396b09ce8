// A computed goto goes to one of the labels whose address was taken: one path for each that is possible.
//@ test:
//@ paths: 4
#include <lariat.h>
int main(void)
{
    static void *const table[] = { &&zero, &&one, &&two };
    int divisor = 0;
    unsigned which = lariat_uint("which");
    if (which > 2)
        return 9;
    goto *table[which];
zero:
    return 0;
one:
    return 1;
two:
    return 10 / divisor; //! division-by-zero
}
