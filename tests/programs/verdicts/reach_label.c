// A label.
//@ reach: --target label:ERROR
//@ verdict: reached
#include <lariat_verifier.h>
int main(void)
{
    if (__VERIFIER_nondet_int() == 99)
        goto ERROR;
    return 0;
ERROR:
    return 1;
}
