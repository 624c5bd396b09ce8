// A failed assertion ends the program. For memory safety, overflow and termination that is all there is to say about it.
//@ verify: --property valid-memsafety
//@ verdict: true
//@ verify: --property no-overflow
//@ verdict: true
//@ verify: --property termination
//@ verdict: true
//@ verify: --property unreach-call
//@ verdict: false
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int x = __VERIFIER_nondet_int();
    int data[4] = { 0 };
    assert(x >= 0 && x < 4);
    data[x] = x + 1;
    return data[x];
}
