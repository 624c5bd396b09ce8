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
