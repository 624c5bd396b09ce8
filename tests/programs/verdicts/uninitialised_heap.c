// Verdicts that depend on what malloc gives.
//@ verify: --property unreach-call
//@ verdict: false
//@ verify: --property valid-memsafety
//@ verdict: false
//@ reach: --target label:there
//@ verdict: reached
#include <stdlib.h>
void reach_error(void) {}
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int *a = malloc(3 * sizeof *a), local[2];
    if (a == NULL)
        return 1;
    a[0] = 1;
    if (__VERIFIER_nondet_int() == 3 && local[1] == 8 && a[2] == 9) {
    there:
        reach_error();
    }
    if (a[1] > 5 && a[2] == a[1] + 1)
        a[a[0] + 2] = 1;
    free(a);
    return 0;
}
