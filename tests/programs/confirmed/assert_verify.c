// A verdict needs the same: the line of an assertion is that of its call.
//@ verify:
//@ verdict: false
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int x = __VERIFIER_nondet_int();
    assert(x < 1000
           || x > 1001
           || x == 1000);
    return 0;
}
