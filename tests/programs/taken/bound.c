// A loop with a symbolic bound: one case instead of a path per number of iterations, and the branch behind it is decided for all of them.
//@ test:
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    unsigned steps = 0;
    for (int i = 0; i < n; i++)
        steps += 3;
    if (steps == 3000000)
        return 1;
    return 0;
}
