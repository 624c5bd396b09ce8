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
//@ run: show --json --loops %s
//@ json: # == 3
//@ json: 0/line == 7
//@ json: 0/depth == 1
//@ json: 1/line == 7
//@ json: 1/depth == 2
//@ json: 1/parent == 0
//@ json: 2/line == 9
//@ json: 2/end_line == 9
