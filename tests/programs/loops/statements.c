// The three loop statements of C, each a natural loop of depth 1 with a preheader, one latch and its counter by name.
int with_for(int n) {
    int total = 0;
    for (int i = 0; i < n; i++)
        total += i;
    return total;
}

int with_while(const char *s) {
    int length = 0;
    while (s[length])
        length++;
    return length;
}

int with_do(unsigned v) {
    int digits = 0;
    do {
        digits++;
        v /= 10;
    } while (v);
    return digits;
}

int without_loop(int a) {
    return a;
}
//@ run: show --json --loops %s
//@ json: # == 3
//@ json: [function=with_for]/depth == 1
//@ json: [function=with_for]/parent == null
//@ json: [function=with_for]/line == 4
//@ json: [function=with_for]/end_line == 5
//@ json: [function=with_for]/column == 5
//@ json: [function=with_for]/header == for.cond
//@ json: [function=with_for]/latches/# == 1
//@ json: [function=with_for]/preheader == entry
//@ json: [function=with_for]/exits/# == 1
//@ json: [function=with_for]/exits/0/line == 4
//@ json: [function=with_for]/irreducible == false
//@ json: [function=with_for]/state/# == 2
//@ json: [function=with_while]/line == 11
//@ json: [function=with_while]/exits/# == 1
//@ json: [function=with_while]/exits/0/line == 11
//@ json: [function=with_while]/state/# == 1
//@ json: [function=with_do]/line == 18
//@ json: [function=with_do]/end_line == 21
//@ json: [function=with_do]/exits/0/line == 21
//@ json: [function=with_do]/state/# == 2
//@ run: show --loops %s
//@ stdout~: ^with_for  \(statements\.c:2
//@ stdout!: without_loop
