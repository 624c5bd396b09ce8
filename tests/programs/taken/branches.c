// Branches that only some iterations take, far apart: they are covered as when they are walked to.
//@ test:
//@ bugs: none
//@ tests: 4
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint(), low = 0, high = 0;
    for (unsigned i = 0; i < n; i++) {
        if (i < 100000)
            low++;
        else
            high += 2;
    }
    if (high > 50)
        return 1;
    if (low == 99999)
        return 2;
    if (low > 100000)
        return 3;
    return 0;
}
