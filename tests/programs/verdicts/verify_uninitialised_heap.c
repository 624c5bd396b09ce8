// A violation that needs memory from malloc to hold a certain value is not printed as false unless the native program shows it.
//@ verify:
//@ verdict: unknown
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
