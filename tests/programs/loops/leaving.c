// Ways to leave: break, return, goto out of two loops; each is an exit with its own line.
int find(const int *a, int n, int wanted) {
    int i;
    for (i = 0; i < n; i++) {
        if (a[i] == wanted)
            break;
        if (a[i] < 0)
            return -1;
    }
    return i;
}

int out_of_two(int n) {
    int i, j = 0;
    for (i = 0; i < n; i++)
        for (j = 0; j < n; j++)
            if (i * j == 42)
                goto found;
    return -1;
found:
    return i + j;
}
