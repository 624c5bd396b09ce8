// What ends only behind something undefined is not taken for an end, and neither is what cannot be followed.
//@ verify: --property termination -DOVERFLOWS
//@ verdict: unknown
//@ stdout: undefined behaviour on the way: signed-overflow
//@ verify: --property termination -DRECURSION
//@ verdict: unknown
//@ verify: --property termination -DMUTUAL
//@ verdict: unknown
//@ verify: --property termination -DTAIL
//@ verdict: unknown
//@ verify: --property termination -DOUTSIDE
//@ verdict: unknown
//@ verify: --property termination -DWAITS
//@ verdict: unknown
//@ stdout: pause has no body and no model
//@ verify: --property termination -DUNKNOWN
//@ verdict: unknown
extern unsigned char __VERIFIER_nondet_uchar(void);
int pause(void);
int elsewhere(int);

static unsigned is_odd(unsigned n);
static unsigned is_even(unsigned n) { return n == 0 ? 1 : is_odd(n - 2); }
static unsigned is_odd(unsigned n) { return n == 1 ? 1 : is_even(n); }
static int deeper(int n) { return deeper(n) + 1; }
static void again(void) { again(); }

int main(void)
{
    unsigned char a = __VERIFIER_nondet_uchar();
#if defined OVERFLOWS
    int y = 2147483647;

    y += a == 17;
    while (y > 0)
        y -= 1000000000;
#elif defined RECURSION
    return a == 17 ? deeper(1) : 0;
#elif defined MUTUAL
    return is_even(a);
#elif defined TAIL
    if (a == 17)
        again();
#elif defined OUTSIDE
    static unsigned char table[4] = { 1, 2, 3, 4 }, guard;

    for (unsigned at = 0; at < 4u + (a == 17); at = table[at])
        guard++;
#elif defined WAITS
    if (a == 17)
        pause();
#else
    return a == 17 ? elsewhere(a) : 0;
#endif
    return 0;
}
