// Structures passed by value: a small one in registers, one with floating point, and a large one in memory.
//@ test: --entry f
//@ input: point.x == 3
//@ input: large.c == 77
#include <assert.h>
struct point {
    int x, y;
};
struct mixed {
    double d;
    char c;
};
struct large {
    long a, b, c, d;
};
int f(struct point point, struct mixed mixed, struct large large)
{
    if (point.x == 3 && point.y == -3 && mixed.d == 0.5 && mixed.c == 'q' && large.d == 1)
        assert(large.c != 77); //! assertion-failure
    return 0;
}
