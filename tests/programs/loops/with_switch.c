// A switch inside a loop: break leaves the switch, return leaves the loop, continue goes on.
int automaton(const char *s) {
    int state = 0;
    while (*s) {
        switch (*s++) {
        case 'a': state = 1; break;
        case 'b': state = 2; continue;
        case 'q': return -1;
        default: state++;
        }
        state *= 2;
    }
    return state;
}
//@ run: show --json --loops %s
//@ json: # == 1
//@ json: 0/line == 4
//@ json: 0/end_line == 12
//@ json: 0/exits/# == 2
//@ json: 0/latches/# == 1
//@ json: 0/exits/0/line == 4
//@ json: 0/exits/1/line == 5
