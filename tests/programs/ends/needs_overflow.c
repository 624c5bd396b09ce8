// A loop that ends only because signed arithmetic overflows: C does not say that it ends. With --wrapv it does.
//@ verify: --property termination -DUP
//@ verdict: unknown
//@ stdout: undefined behaviour on the way: signed-overflow at
//@ verify: --property termination -DDOUBLE
//@ verdict: unknown
//@ stdout: undefined behaviour on the way: signed-overflow at
//@ verify: --property termination -DPOINTER
//@ verdict: unknown
//@ stdout: undefined behaviour on the way: signed-overflow at
//@ verify: --property termination -DUP --wrapv
//@ verdict: true
//@ stdout: signed arithmetic wraps
//@ verify: --property termination -DUP --cflags=-fwrapv
//@ verdict: true
//@ verify: --property termination -DDOWN
//@ verdict: unknown
//@ verify: --property termination -DDOWN -DCOUNTED
//@ verdict: true
//@ stdout!: its result arbitrary
//@ verify: --property no-overflow -DUP --wrapv
//@ verdict: true
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int x = __VERIFIER_nondet_int();
#ifdef COUNTED
    if (x < 0)
        return 0;
#endif
#if defined UP
    while (x >= 0)
        x++;
#elif defined DOUBLE
    for (x = 1; x > 0; x *= 2)
        ;
#elif defined POINTER
    for (int *p = &x; *p + 1 > *p; ++*p)
        ;
#else
    while (x != 0)
        x--;
#endif
    return 0;
}
