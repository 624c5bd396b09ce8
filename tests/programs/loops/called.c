// Loops in several functions of a program, one called in the loop of another: each function has its own forest.
static int inner(int n) {
    int r = 0;
    while (n-- > 0)
        r += n;
    return r;
}

int outer(int n) {
    int r = 0;
    for (int i = 0; i < n; i++)
        r += inner(i);
    return r;
}

int recursive(int n) {
    for (int i = 0; i < n; i++)
        n -= recursive(i);
    return n;
}
//@ run: show --json --loops %s
//@ json: # == 3
//@ json: [function=inner]/depth == 1
//@ json: [function=inner]/id == 0
//@ json: [function=outer]/depth == 1
//@ json: [function=outer]/id == 0
//@ json: [function=recursive]/line == 17
//@ run: show --json --loops %s --function outer
//@ json: # == 1
//@ json: 0/function == outer
