// A variable that the loop does not change is no part of its state; one that it only resets is.
int scan(const char *s, int limit) {
    int width = 8, best = 0, run = 0;
    for (int i = 0; i < limit; i++) {
        if (s[i] == ' ')
            run = 0;
        else
            run += width;
        if (run > best)
            best = run;
    }
    return best;
}
//@ run: show --json --loops %s
//@ json: # == 1
//@ json: 0/state/# == 3
//@ json: 0/state has i
//@ json: 0/state has best
//@ json: 0/state has run
//@ run: show --json %s
//@ json: functions[name=scan]/variables[name=width]/type == int
