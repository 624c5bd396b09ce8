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
//@ run: show --json --loops %s
//@ json: # == 3
//@ json: 0/line == 4
//@ json: 0/properties has ["unroll.count", 4]
//@ json: 0/must_progress == true
//@ json: 1/line == 7
//@ json: 1/properties has ["vectorize.width", 1]
//@ json: 2/properties == []
//@ json: 2/must_progress == true
