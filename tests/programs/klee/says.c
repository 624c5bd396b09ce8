// What the program says to its user goes to standard error and the log, each text once.
//@ run: test %s --out %t/out
//@ stderr: main: careful
//@ stderr: x: 5
//@ stderr: twice: (bvadd
//@ stderr: #0 inner
//@ stderr: #1 main
//@ stderr!: lariat_start
//@ run: test %s --out %t/out --quiet
//@ stderr!: careful
#include <klee/klee.h>
static void inner(void) { klee_stack_trace(); }
int main(void)
{
    unsigned x = (unsigned)klee_int("x");
    klee_warning("careful");
    klee_warning_once("careful");
    klee_print_expr("x", 5);
    klee_print_expr("twice", x + 2);
    inner();
    return x > 3;
}
