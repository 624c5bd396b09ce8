// Pragmas about loops come through as hints, the promise of progress too.
void add(int *a, const int *b, int n) {
#pragma clang loop unroll_count(4)
    for (int i = 0; i < n; i++)
        a[i] += b[i];
#pragma clang loop vectorize(disable)
    for (int i = 0; i < n; i++)
        a[i] *= b[i];
    while (n > 3)
        n /= 2;
}
