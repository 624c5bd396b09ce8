// A local variable that is read before it is written has one arbitrary value, not a new one at each use.
int maybe(int c) {
    int x;
    if (c)
        x = 1;
    return x + x;
}

int never(void) {
    int x;
    return x - x;
}

int in_loop(int n) {
    int total = 0;
    for (int i = 0; i < n; i++) {
        int fresh;
        if (i & 1)
            fresh = i;
        total += fresh;
    }
    return total;
}

int array(int i) {
    int a[4];
    a[0] = 1;
    return a[i];
}
