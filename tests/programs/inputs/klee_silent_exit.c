// A path that ends silently leaves no test.
//@ test: --all-paths
//@ paths: 2
//@ tests: 1
#include <klee/klee.h>
int main(void)
{
    if (klee_int("x") > 0)
        klee_silent_exit(0);
    return 0;
}
