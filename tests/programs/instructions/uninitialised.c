// A local variable that is read before it is written has one arbitrary value, not a new one at each use.
int maybe(int c) {
    int x;
    if (c)
        x = 1;
    return x + x;
}

int never(void) {
    int x;
    return x - x;
}

int in_loop(int n) {
    int total = 0;
    for (int i = 0; i < n; i++) {
        int fresh;
        if (i & 1)
            fresh = i;
        total += fresh;
    }
    return total;
}

int array(int i) {
    int a[4];
    a[0] = 1;
    return a[i];
}
//@ run: show --json %s
//@ json: functions[name=maybe]/blocks/0/instructions/0/text == "x.1 = uninitialised i32"
//@ json: functions[name=maybe]/blocks/0/instructions/0/location/line == 3
//@ json: functions[name=maybe]/blocks[name=if.end]/instructions/0/text == "x.2 = φ [if.then: 1] [entry: x.1]"
//@ json: functions[name=maybe]/blocks[name=if.end]/instructions/1/text == "%2 = add nsw x.2, x.2"
//@ json: functions[name=never]/blocks/0/instructions/1/text == "%1 = sub nsw x, x"
//@ json: functions[name=in_loop]/blocks[name=for.body]/instructions/0/text == "fresh.1 = uninitialised i32"
//@ json: functions[name=in_loop]/loops/0/state == ["i", "total"]
//@ json: functions[name=array]/blocks/0/instructions/0/kind == alloca
//@ run: show %s
//@ stdout!: undef
//@ stdout!: poison
