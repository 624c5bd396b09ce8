// The same loop with a bound that keeps the sum small: nothing overflows.
//@ test:
//@ verify: --property no-overflow
//@ verdict: true
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    int sum = 0;
    if (n > 2000000)
        return 0;
    for (int i = 0; i < n; i++)
        sum += 1000;
    return sum == 5;
}
