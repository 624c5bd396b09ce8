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
