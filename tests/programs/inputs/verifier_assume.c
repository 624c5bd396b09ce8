// __VERIFIER_assume; each call of a nondet function is another input of the same name.
//@ test:
//@ paths: 2
#include <lariat_verifier.h>
int main(void)
{
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    __VERIFIER_assume(x > y);
    __VERIFIER_assume(y > 100 && y < 1000);
    if (x < 102)
        reach_error();
    return x == y + 1;
}
