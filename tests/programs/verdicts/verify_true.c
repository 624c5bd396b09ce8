// Everything is explored and nothing is wrong.
//@ verify: --no-summaries --property unreach-call
//@ verdict: true
//@ paths: 3
#include <lariat_verifier.h>
int main(void)
{
    int x = __VERIFIER_nondet_int();
    if (x > 10 && x * 2 < 10 && x < 1000)
        reach_error();
    return 0;
}
