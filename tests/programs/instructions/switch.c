// Switch statements: dense, sparse, ranges, fall through, negative and 64-bit cases, no default, nested.
int dense(int v) {
    switch (v) {
    case 0: return 10;
    case 1: return 11;
    case 2: return 12;
    case 3: return 13;
    default: return -1;
    }
}

int sparse(int v) {
    switch (v) {
    case -5: return 1;
    case 1000: return 2;
    case -2147483647 - 1: return 3;
    }
    return 0;
}

int ranges(int v) {
    switch (v) {
    case 1 ... 3: return 1;
    case 100 ... 1000: return 2;
    default: return 3;
    }
}

int fall_through(unsigned char c) {
    int n = 0;
    switch (c) {
    case 'a': n += 1;
    case 'b': n += 2; break;
    case 'c':
    case 'd': n = 9;
    }
    return n;
}

int wide(unsigned long v) {
    switch (v) {
    case 0xffffffffffffffffull: return 1;
    case 0x100000000ull: return 2;
    }
    return 0;
}

enum color { RED, GREEN = 7, BLUE };
int nested(enum color c, int v) {
    switch (c) {
    case RED:
        switch (v) { case 1: return 5; default: break; }
        return 6;
    case GREEN: return 7;
    case BLUE: return 8;
    }
    return 9;
}

int only_default(int v) {
    switch (v) { default: v++; }
    return v;
}
//@ run: show --json %s
//@ json: functions[name=dense]/blocks/0/instructions/0/kind == switch
//@ json: functions[name=dense]/blocks/0/successors/# == 5
//@ json: functions[name=dense]/blocks/0/successors/3/label == "3"
//@ json: functions[name=sparse]/blocks/0/successors/0/label == "-5"
//@ json: functions[name=sparse]/blocks/0/successors/2/label == "-2147483648"
//@ json: functions[name=ranges]/blocks/0/successors/# == 4
//@ json: functions[name=ranges]/blocks/0/successors/0/block == sw.bb
//@ json: functions[name=ranges]/blocks/0/successors/2/block == sw.bb
//@ json: functions[name=ranges]/blocks[name=sw.caserange]/instructions/1/text == "%2 = %1 <=u 900"
//@ json: functions[name=fall_through]/blocks[name=sw.bb1]/predecessors == ["entry", "sw.bb"]
//@ json: functions[name=fall_through]/blocks[name=sw.bb4]/predecessors == ["entry", "entry"]
//@ json: functions[name=fall_through]/blocks/0/instructions[kind=switch]/operands/0/type == i32
//@ json: functions[name=wide]/blocks/0/instructions/0/operands/0/type == i64
//@ json: functions[name=wide]/blocks/0/successors/1/label == "4294967296"
//@ json: functions[name=nested]/blocks/0/successors/1/label == "7"
//@ json: functions[name=nested]/blocks[name=sw.bb]/instructions/0/kind == switch
//@ json: functions[name=only_default]/blocks/0/successors/# == 1
