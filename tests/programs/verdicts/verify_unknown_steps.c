// A loop that is too long for the limit: unknown, with the reason.
//@ verify: --no-summaries --max-steps 1000
//@ verdict: unknown (the limit of steps on a path was reached
#include <lariat_verifier.h>
int main(void)
{
    unsigned n = __VERIFIER_nondet_uint(), i = 0;
    while (i < n)
        i++;
    if (i != n)
        reach_error();
    return 0;
}
