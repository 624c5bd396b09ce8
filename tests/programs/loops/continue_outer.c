// continue of an outer loop by goto, and a loop that is entered in the middle by a guard before it.
int rows(int n, const int *a) {
    int found = 0;
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
            if (a[i * n + j] < 0)
                goto next_row;
            if (a[i * n + j] == 0)
                continue;
            found++;
        }
next_row:;
    }
    return found;
}

//@ run: show --json --loops %s
//@ json: # == 2
//@ json: 0/line == 4
//@ json: 0/exits/# == 1
//@ json: 0/latches/# == 1
//@ json: 1/line == 5
//@ json: 1/parent == 0
//@ json: 1/exits/# == 2
//@ json: 1/exits/1/line == 6
//@ json: 1/latches/# == 1
