// A buffer of structures, whose members have names of their own.
//@ test: --entry f
//@ input: points[1].y == 6
#include <assert.h>
struct point {
    int x, y;
};
int f(struct point *points, int n)
{
    if (n == 2)
        assert(!(points[0].x == 5 && points[1].y == 6)); //! out-of-bounds-read assertion-failure
    return 0;
}
