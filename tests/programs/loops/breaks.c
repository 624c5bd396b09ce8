// An endless loop left by breaks: each break is an exit on its own line; the loop ends where its statement ends.
extern int next(void);

int read_until(int limit) {
    int count = 0;
    while (1) {
        int c = next();
        if (c < 0)
            break;
        if (c == '\n' && count > 0)
            break;
        if (++count == limit)
            return -1;
    }
    return count;
}

//@ run: show --json --loops %s
//@ json: # == 1
//@ json: 0/line == 6
//@ json: 0/end_line == 14
//@ json: 0/exits/# == 3
//@ json: 0/exits/0/line == 8
//@ json: 0/exits/1/line == 10
//@ json: 0/exits/2/line == 12
//@ json: 0/state == ["count"]
//@ json: 0/latches/# == 1
