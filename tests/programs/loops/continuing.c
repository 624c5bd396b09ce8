// continue makes several ways back to the header; the normal form joins them in one latch.
int even_sum(int n) {
    int sum = 0;
    int i = 0;
    while (i < n) {
        i++;
        if (i % 2)
            continue;
        if (i == 7)
            continue;
        sum += i;
    }
    return sum;
}

int do_continue(int n) {
    do {
        if (n == 5)
            continue;
        n -= 2;
    } while (n-- > 0);
    return n;
}
//@ run: show --json --loops %s
//@ json: # == 2
//@ json: 0/latches/# == 1
//@ json: 0/exits/# == 1
//@ json: 0/line == 5
//@ json: 0/end_line == 12
//@ json: 1/latches/# == 1
//@ json: 1/exits/0/line == 21
