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
