// Two loops on one line are told apart by their columns.
int pair(int n) {
    int t = 0;
    for (int i = 0; i < n; i++) t++; for (int j = n; j > 0; j--) t += 2;
    for (int i = 0; i < n; i++) for (int j = 0; j < i; j++) t += j;
    return t;
}
//@ run: show --json --loops %s
//@ json: # == 4
//@ json: 0/line == 4
//@ json: 0/column == 5
//@ json: 1/line == 4
//@ json: 1/column == 38
//@ json: 2/line == 5
//@ json: 2/column == 5
//@ json: 3/line == 5
//@ json: 3/column == 33
//@ json: 3/parent == 2
