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
//@ run: show --json --loops %s
//@ json: # == 2
//@ json: 0/irreducible == true
//@ json: 0/depth == 1
//@ json: 1/irreducible == false
//@ json: 1/depth == 2
//@ json: 1/parent == 0
//@ json: 1/line == 7
