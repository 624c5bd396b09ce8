// The overflow is two million iterations deep: the last iteration of a case is executed with its checks.
//@ test:
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += 1000; //! signed-overflow
    return sum == 5;
}
