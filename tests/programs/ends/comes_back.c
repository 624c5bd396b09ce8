// A run that is in the same state a second time never ends. The one among all inputs on which it does so is found.
//@ verify: --property termination -DTWO_BYTES
//@ verdict: false
//@ stdout: it comes back to the same state again and again (at comes_back.c
//@ verify: --property termination -DTABLE
//@ verdict: false
//@ stdout: it comes back to the same state again and again (at comes_back.c
//@ verify: --property termination -DREADS
//@ verdict: false
//@ stdout: with zero for every input that a loop reads
extern unsigned char __VERIFIER_nondet_uchar(void);

static unsigned char go_on[8] = { 1, 2, 3, 8, 5, 6, 4, 8 };

int main(void)
{
    unsigned char a = __VERIFIER_nondet_uchar();
#if defined TWO_BYTES
    unsigned char b = __VERIFIER_nondet_uchar();
    unsigned short left = a << 8 | b;
    int large = 2147483647;

    large += left == 7; // other inputs do not matter
    while (left) {
        if (left == 0xbeef)
            continue;
        left = left % 16 == 3 ? 0 : left - 1;
    }
    return large > 0;
#elif defined TABLE
    unsigned at = a & 7;

    while (at < 8)
        at = go_on[at];
#else
    while (a == 5 && __VERIFIER_nondet_uchar() != 9)
        ;
#endif
    return 0;
}
