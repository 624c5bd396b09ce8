// A violation that needs an uninitialised variable to have a certain value: the value is an input, which the native program gets too.
//@ verify:
//@ verdict: false
#include <lariat_verifier.h>
int main(void)
{
    int data[3], *p = data;
    int i = __VERIFIER_nondet_int();
    if (i >= 0 && i < 3 && p[i] == 987654321)
        reach_error();
    return 0;
}
