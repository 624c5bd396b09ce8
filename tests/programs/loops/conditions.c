// Short-circuit conditions give a loop several exits on the same line.
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
