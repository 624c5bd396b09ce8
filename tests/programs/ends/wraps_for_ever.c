// An endless run that goes through overflows again and again is one only if signed arithmetic wraps.
//@ verify: --property termination
//@ verdict: unknown
//@ verify: --property termination --wrapv
//@ verdict: false
int main(void)
{
    int i = 1;
    while (i != 0)
        i += 2;
    return 0;
}
