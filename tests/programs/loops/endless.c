// Loops without an exit: by while, for and goto; what comes after them is not part of the program.
extern void step(void);

void by_for(void) {
    for (;;)
        step();
}

void by_goto(void) {
again:
    step();
    goto again;
}

int spin(void) {
    while (1)
        ;
    return 1;
}
//@ run: show --json --loops %s
//@ json: # == 3
//@ json: [function=by_for]/exits == []
//@ json: [function=by_for]/line == 5
//@ json: [function=by_goto]/exits == []
//@ json: [function=by_goto]/line == 11
//@ json: [function=spin]/exits == []
//@ json: [function=spin]/line == 16
//@ run: show %s
//@ stdout!: return 1
