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
