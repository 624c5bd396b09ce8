// Three loops inside each other, and two side by side inside one: parents, depths, order.
long multiply(int n, double a[n][n], double b[n][n], double c[n][n]) {
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
            double sum = 0;
            for (int k = 0; k < n; k++)
                sum += a[i][k] * b[k][j];
            c[i][j] = sum;
        }
    }
    return n;
}

int siblings(int n) {
    int t = 0;
    for (int round = 0; round < 3; round++) {
        for (int up = 0; up < n; up++)
            t += up;
        for (int down = n; down > 0; down--)
            t -= down;
    }
    return t;
}
//@ run: show --json --loops %s
//@ json: # == 6
//@ json: 0/function == multiply
//@ json: 0/depth == 1
//@ json: 0/parent == null
//@ json: 0/line == 3
//@ json: 0/end_line == 10
//@ json: 1/depth == 2
//@ json: 1/parent == 0
//@ json: 1/line == 4
//@ json: 2/depth == 3
//@ json: 2/parent == 1
//@ json: 2/line == 6
//@ json: 2/end_line == 7
//@ json: 3/function == siblings
//@ json: 3/line == 16
//@ json: 4/parent == 0
//@ json: 5/parent == 0
//@ json: 4/line == 17
//@ json: 5/line == 19
//@ json: 5/depth == 2
