// Of the inputs of a path the preferred one becomes the test; the first preference counts more.
//@ test:
//@ input: x == 77
//@ input: y == 5
//@ input: z == 9
#include <klee/klee.h>
int main(void)
{
    int zero = 0, x = klee_int("x"), y = klee_int("y"), z = klee_int("z");
    klee_prefer_cex(&x, x == 77);
    klee_prefer_cex(&x, x == 78);
    klee_prefer_cex(&y, y < 6);
    klee_prefer_cex(&y, y > 4);
    if (x > 50 && y != 12345 && z > 8)
        klee_prefer_cex(&z, z == 9);
    else
        return 0;
    return x / zero; //! division-by-zero
}
