// Loops whose counter lives in memory because its address is taken or it is global: the header carries no value for it.
extern void touch(int *);
int counter;

int through_address(void) {
    int i = 0;
    while (i < 10)
        touch(&i);
    return i;
}

int through_global(void) {
    for (counter = 0; counter < 5; counter++)
        touch(0);
    return counter;
}
//@ run: show --json --loops %s
//@ json: # == 2
//@ json: [function=through_address]/state == []
//@ json: [function=through_global]/state == []
//@ json: [function=through_global]/line == 13
