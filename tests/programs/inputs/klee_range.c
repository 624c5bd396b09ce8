// klee_range excludes its end; lariat_range does not.
//@ test:
//@ paths: 9
#include <klee/klee.h>
#include <lariat.h>
int main(void)
{
    int a = klee_range(-1, 2, "a"), b = lariat_range(-1, 1, "b");
    klee_assert(a >= -1 && a < 2 && b >= -1 && b <= 1);
    switch (a) {
    case -1: a = 10; break;
    case 0: a = 20; break;
    case 1: a = 30; break;
    default: klee_assert(0);
    }
    switch (b) {
    case -1: return 1 + a;
    case 0: return 2 + a;
    case 1: return 3 + a;
    default: klee_assert(0);
    }
}
