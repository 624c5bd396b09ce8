// Two threads come to the same verdict.
//@ verify: --no-summaries --threads 2
//@ verdict: true
//@ paths: 16
#include <lariat_verifier.h>
int main(void)
{
    int count = 0;
    for (int i = 0; i < 4; i++)
        if (__VERIFIER_nondet_bool())
            count++;
    if (count > 4)
        reach_error();
    return 0;
}
