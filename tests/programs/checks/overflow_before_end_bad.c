// An overflow on a path that another bug ends before a branch depends on anything symbolic.
//@ test: --entry total
int total(int a, int b) {
    int sum = a + b; //! signed-overflow
    int zero = 0;
    return sum + 5 / zero; //! division-by-zero
}
