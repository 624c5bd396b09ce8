// Loops that come out of macros are where the macro is used.
#define EACH(i, n) for (int i = 0; i < (n); i++)
#define TIMES_TWO(n) EACH(outer, n) EACH(inner, n)

int square(int n) {
    int t = 0;
    TIMES_TWO(n)
        t++;
    EACH(k, 5) t += k;
    return t;
}
