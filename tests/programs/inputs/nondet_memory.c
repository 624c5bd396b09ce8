// __VERIFIER_nondet_memory fills memory with an input.
//@ test:
#include <lariat_verifier.h>
int main(void)
{
    int data[3] = {1, 2, 3};
    __VERIFIER_nondet_memory(data, sizeof data);
    if (data[0] == 10 && data[2] == 30)
        reach_error(); //! error-reached
    return 0;
}
