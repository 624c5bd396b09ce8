// What is assumed cannot be violated; abort() in the program's own assumption is no violation either.
//@ verify:
//@ verdict: true
#include <lariat_verifier.h>
extern void abort(void);
static void assume_abort_if_not(int condition)
{
    if (!condition)
        abort();
}
int main(void)
{
    int x = __VERIFIER_nondet_int();
    assume_abort_if_not(x >= 0 && x < 50);
    __VERIFIER_assume(x % 7 == 3);
    if (x == 14 || x > 45)
        reach_error();
    return 0;
}
