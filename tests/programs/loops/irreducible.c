// A cycle with two ways in has no header that dominates it: reported as irreducible with its entries.
int two_entries(int a, int b) {
    if (a > 0)
        goto second;
first:
    a += 2;
    if (a > 100)
        return a;
second:
    a *= b;
    if (a < 1000)
        goto first;
    return b;
}

int natural(int n) {
    while (n > 0)
        n -= 2;
    return n;
}
