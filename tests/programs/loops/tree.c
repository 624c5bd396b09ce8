// The text of --loops: nesting by indentation, lines, state and exits with names, a summary at the end.
int tree(int n, int m) {
    int hits = 0;
    for (int i = 0; i < n; i++) {
        for (int j = i; j < m; j++) {
            if (j == 13)
                return hits;
            hits += j;
        }
    }
    while (hits > 100)
        hits /= 2;
    return hits;
}

int straight(int a) { return a; }

//@ run: show --loops %s
//@ stdout~: \Atree  \(tree\.c:2\)$
//@ stdout~: ^  loop at lines 4–10: depth 1,
//@ stdout~: ^    loop at lines 5–9: depth 2,
//@ stdout~: ^  loop at lines 11–12: depth 1,
//@ stdout~: ^    state: .*hits
//@ stdout~: line 6 \(
//@ stdout~: ^3 loops in 1 function$
//@ stdout!: straight
//@ run: show --loops --function straight %s
//@ stdout!: lines
