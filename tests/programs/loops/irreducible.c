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
//@ run: show --json --loops %s
//@ json: # == 2
//@ json: 0/function == two_entries
//@ json: 0/irreducible == true
//@ json: 0/entries/# == 2
//@ json: 0/exits/# == 2
//@ json: 1/function == natural
//@ json: 1/irreducible == false
//@ json: 1/entries/# == 1
//@ run: show --loops %s
//@ stdout: irreducible
//@ stdout~: 1 irreducible
