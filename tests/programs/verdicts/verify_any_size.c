// The capacity is no limit for verify: a violation with a larger object is found. Where there is such a limit, sizes beyond it are left out.
//@ verify: --capacity 8
//@ verdict: false
//@ run: test --quiet --capacity 8 --out %t/tests %s
//@ exit: 3
//@ stdout: no bugs found
//@ stdout: sizes above the capacity were left out
#include <lariat_verifier.h>
#include <stdlib.h>
int main(void)
{
    unsigned n = __VERIFIER_nondet_uint();
    char *p = malloc(n);
    if (p && n > 100)
        reach_error();
    free(p);
    return 0;
}
