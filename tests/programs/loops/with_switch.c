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
