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
//@ run: show --json --loops %s
//@ json: # == 3
//@ json: [function=find]/exits/# == 3
//@ json: [function=find]/exits/0/line == 4
//@ json: [function=find]/exits/1/line == 5
//@ json: [function=find]/exits/2/line == 7
//@ json: 1/function == out_of_two
//@ json: 1/exits/# == 2
//@ json: 2/exits/# == 2
//@ json: 2/parent == 0
