// Short-circuit conditions: the compiler joins && into one exit condition; || and break leave from where they stand.
int both(const char *s, int n) {
    int i = 0;
    while (i < n && s[i] != 0)
        i++;
    return i;
}

int either(int a, int b) {
    while (a > 0 || b > 0) {
        a--;
        b -= 2;
    }
    return a + b;
}

int conditional_step(int n) {
    int i;
    for (i = 0; i < n; i += (i & 1) ? 3 : 1)
        if (i == 50) break;
    return i;
}
//@ run: show --json --loops %s
//@ json: # == 3
//@ json: [function=both]/exits/# == 1
//@ json: [function=both]/exits/0/line == 4
//@ json: [function=either]/exits/# == 1
//@ json: [function=either]/state/# == 2
//@ json: [function=conditional_step]/exits/# == 2
//@ json: [function=conditional_step]/exits/1/line == 20
