// Loops whose work is all in the header: empty statement, comma, side effect in the condition.
unsigned skip_spaces(const char *s) {
    const char *p = s;
    while (*p++ == ' ')
        ;
    return p - s;
}

int only_comma(int n) {
    int i, j;
    for (i = 0, j = n; i < j; i++, j--);
    return i;
}

int never_runs(int n) {
    do n++; while (0);
    return n;
}
//@ run: show --json --loops %s
//@ json: # == 2
//@ json: [function=skip_spaces]/line == 4
//@ json: [function=skip_spaces]/state/# == 1
//@ json: [function=skip_spaces]/exits/# == 1
//@ json: [function=only_comma]/state/# == 2
//@ json: [function=only_comma]/line == 11
