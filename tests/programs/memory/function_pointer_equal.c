// Functions have addresses that can be compared, and none is null.
//@ test:
#include <lariat.h>
static int f(int x) { return x; }
static int g(int x) { return x + 1; }
typedef int (*function)(int);
static function pick(int which) { return which ? f : g; }
int main(void)
{
    int which = lariat_range(0, 1, "which");
    function p = pick(which);
    lariat_assert(p != 0 && f != g);
    lariat_assert((p == f) == (which == 1));
    lariat_assert(p(3) == 4 - which);
    return 0;
}
