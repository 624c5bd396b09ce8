// What only gives hints or prints is accepted.
//@ test:
//@ paths: 1
//@ native: clean
#include <klee/klee.h>
int main(void)
{
    int x = klee_int("x");
    klee_prefer_cex(&x, x > 5);
    klee_print_expr("x is", x);
    klee_print_range("x", x);
    klee_warning("careful");
    klee_warning_once("careful");
    klee_open_merge();
    int y = x > 3 ? 1 : 2;
    klee_close_merge();
    klee_set_forking(1);
    klee_mark_global(&x);
    klee_stack_trace();
    return y;
}
