// What overflows here does not decide whether the loop ends.
//@ verify: --property termination
//@ verdict: true
//@ stdout: a signed overflow makes nothing but its result arbitrary
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int count = __VERIFIER_nondet_int(), total = 1;
    for (int i = 0; i < count; i++)
        total = total * 3 + i;
    return total & 1;
}
