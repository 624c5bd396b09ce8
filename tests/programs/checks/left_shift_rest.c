// Everyday code shifts a one into the sign bit. It is an overflow, and what follows is explored with what the machine computes.
//@ test: --cflags=-w
#include <lariat.h>

#define FLAG(n) (1 << (n))

int main(void)
{
    unsigned flags = lariat_uint("flags");
    int n = lariat_range(24, 31, "n");
    int table[8] = {0};

    if (flags & FLAG(31)) { //! signed-overflow
        if (flags == FLAG(31)) //! signed-overflow
            table[n - 24] = 100 / (n - 30); //! division-by-zero
    }
    if ((FLAG(n) < 0) != (n == 31)) //! signed-overflow
        return table[8];
    return table[n - 24];
}
