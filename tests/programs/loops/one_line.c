// Two loops on one line are told apart by their columns.
int pair(int n) {
    int t = 0;
    for (int i = 0; i < n; i++) t++; for (int j = n; j > 0; j--) t += 2;
    for (int i = 0; i < n; i++) for (int j = 0; j < i; j++) t += j;
    return t;
}
