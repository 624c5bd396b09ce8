// Loops in which data decides what each iteration does are taken with a choice per iteration: no path per combination of choices, the same bugs.
//@ test: --entry counted
//@ found: assertion-failure
//@ bugs: 1
//@ test: --entry largest
//@ bugs: none
//@ test: --entry kept
//@ found: assertion-failure
//@ bugs: 1
//@ test: --entry too_many
//@ found: out-of-bounds-write
//@ bugs: 1
//@ test: --entry wraps
//@ bugs: none
//@ test: --entry words
//@ bugs: none
//@ test: --entry overflows
//@ found: signed-overflow
//@ bugs: 1
//@ test: --entry where
//@ bugs: none
#include <assert.h>

void klee_make_symbolic(void *, unsigned long, const char *);

int counted(void) {
    unsigned char a[20];
    klee_make_symbolic(a, sizeof a, "a");
    int c = 0;
    for (int i = 0; i < 20; i++)
        if (a[i] == 'x')
            c++;
    assert(c >= 0 && c <= 20);
    // Wrong for 13 of them.
    assert(c != 13);
    return c;
}

int largest(void) {
    int a[16], n;
    klee_make_symbolic(a, sizeof a, "a");
    klee_make_symbolic(&n, sizeof n, "n");
    if (n < 1 || n > 16)
        return 0;
    int m = a[0];
    for (int i = 1; i < n; i++)
        if (a[i] > m)
            m = a[i];
    assert(m >= a[0]);
    return m == 7;
}

int kept(void) {
    unsigned char a[18], b[18];
    int k = 0;
    klee_make_symbolic(a, sizeof a, "a");
    for (int i = 0; i < 18; i++)
        if (a[i] >= '0' && a[i] <= '9')
            b[k++] = a[i];
    if (k > 0)
        assert(b[0] >= '0' && b[0] <= '9');
    // Wrong.
    if (k == 7 && a[17] != '3')
        assert(b[6] != '3');
    return k;
}

int too_many(void) {
    char a[20], b[12];
    int k = 0;
    klee_make_symbolic(a, sizeof a, "a");
    // Wrong for more than twelve letters.
    for (int i = 0; i < 20; i++)
        if (a[i] >= 'a')
            b[k++] = a[i];
    return k > 3 ? b[2] : 0;
}

int wraps(void) {
    unsigned char a[16], sum = 250;
    klee_make_symbolic(a, sizeof a, "a");
    for (int i = 0; i < 16; i++)
        sum += a[i] & 1 ? 3 : 1;
    // 250 and between 16 and 48 more, modulo 256.
    assert(sum >= 10 && sum <= 42);
    return sum;
}

int words(void) {
    char s[20];
    klee_make_symbolic(s, sizeof s, "s");
    s[19] = 0;
    int n = 0, inside = 0, i;
    for (i = 0; s[i]; i++) {
        if (s[i] == ' ')
            inside = 0;
        else if (!inside) {
            inside = 1;
            n++;
        }
    }
    assert(2 * n <= i + 1);
    return n == 4;
}

int overflows(void) {
    unsigned char a[14];
    int sum = 2147483600;
    klee_make_symbolic(a, sizeof a, "a");
    // Wrong for more than nine of them.
    for (int i = 0; i < 14; i++)
        if (a[i] > 100)
            sum += 5;
    return sum;
}

int where(void) {
    int a[10];
    klee_make_symbolic(a, sizeof a, "a");
    int best = 0;
    for (int i = 1; i < 10; i++)
        if (a[i] < a[best])
            best = i;
    for (int i = 0; i < 10; i++)
        assert(a[best] <= a[i]);
    return best;
}

int main(void) { return counted(); }
