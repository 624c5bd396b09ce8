// The three loop statements of C, each a natural loop of depth 1 with a preheader, one latch and its counter by name.
int with_for(int n) {
    int total = 0;
    for (int i = 0; i < n; i++)
        total += i;
    return total;
}

int with_while(const char *s) {
    int length = 0;
    while (s[length])
        length++;
    return length;
}

int with_do(unsigned v) {
    int digits = 0;
    do {
        digits++;
        v /= 10;
    } while (v);
    return digits;
}

int without_loop(int a) {
    return a;
}
