// All ways to end a program on purpose are defined, and nothing comes after them.
//@ verify: --property valid-memsafety
//@ verdict: true
//@ verify: --property no-overflow
//@ verdict: true
//@ verify: --property unreach-call
//@ verdict: true
//@ verify: --property termination
//@ verdict: true
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int *nothing = 0, large = 2147483647;
    switch (__VERIFIER_nondet_int()) {
    case 0: abort();
    case 1: exit(1);
    case 2: _Exit(2);
    case 3: quick_exit(3);
    case 4: _exit(4);
    case 5: raise(SIGABRT); break;
    case 6: __builtin_trap();
    case 7: raise(SIGKILL); break;
    default: return 0;
    }
    *nothing = large + 1;
    return 0;
}
