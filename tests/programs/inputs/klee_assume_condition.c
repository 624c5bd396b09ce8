// An assumption made of several comparisons forks no path for their parts when it is a number.
//@ test:
//@ paths: 1
#include <klee/klee.h>
int main(void)
{
    unsigned x, y;
    klee_make_symbolic(&x, sizeof x, "x");
    klee_make_symbolic(&y, sizeof y, "y");
    klee_assume((x < 10) & (y > 20) & (x + y == 25));
    klee_assert(x < 5 && y <= 25);
    return 0;
}
