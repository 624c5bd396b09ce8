// A natural loop inside an irreducible cycle: both are found, one inside the other.
int around(int a, int n) {
    int i;
    if (a)
        goto middle;
top:
    for (i = 0; i < n; i++)
        a += i;
middle:
    a -= 3;
    if (a > 0)
        goto top;
    return a;
}
