// A violation that needs memory from malloc to hold a certain value at a place that is an input: the native program gets it.
//@ verify:
//@ verdict: false
#include <lariat_verifier.h>
#include <stdlib.h>
int main(void)
{
    int *p = malloc(3 * sizeof *p);
    int i = __VERIFIER_nondet_int();
    if (p != NULL && i >= 0 && i < 3 && p[i] == 987654321)
        reach_error();
    free(p);
    return 0;
}
