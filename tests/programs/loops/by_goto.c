// Loops made of goto are loops like any other.
int count_down(int n) {
    int steps = 0;
top:
    if (n <= 0)
        goto done;
    n -= 3;
    steps++;
    goto top;
done:
    return steps;
}

int nested_gotos(int n) {
    int i = 0, j, t = 0;
outer:
    j = 0;
inner:
    t += i ^ j;
    if (++j < n)
        goto inner;
    if (++i < n)
        goto outer;
    return t;
}
//@ run: show --json --loops %s
//@ json: # == 3
//@ json: 0/function == count_down
//@ json: 0/line == 5
//@ json: 0/end_line == 9
//@ json: 0/header == top
//@ json: 0/latches/# == 1
//@ json: 1/header == outer
//@ json: 1/depth == 1
//@ json: 2/header == inner
//@ json: 2/depth == 2
//@ json: 2/exits/0/line == 20
