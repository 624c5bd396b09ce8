// What runs at the end of a program may not end.
//@ verify: --property termination -DHANDLER
//@ verdict: false
//@ stdout: it comes back to the same state again and again (at handlers_for_ever.c:15
//@ test: -DHANDLER
//@ stdout: "endless": 1
//@ verify: --property termination
//@ verdict: true
#include <stdlib.h>

static unsigned char a;

static void handler(void)
{
    while (a == 17)
        ;
}

__attribute__((destructor)) static void destructor(void)
{
    while (a == 18)
        a--;
}

int main(void)
{
    extern unsigned char __VERIFIER_nondet_uchar(void);
    a = __VERIFIER_nondet_uchar();
#ifdef HANDLER
    atexit(handler);
#endif
    return 0;
}
