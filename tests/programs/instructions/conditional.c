// Ternaries and short-circuit operators become phis; their result keeps the variable's name.
int ternary(int c, int a, int b) {
    int chosen = c ? a : b;
    return chosen;
}

int elvis(int a) {
    return a ?: 5;
}

int short_circuit(int a, int b, int c) {
    int both = a && b;
    int either = a || b;
    if (a && (b || c))
        return both;
    return either;
}

int comma(int a) {
    int x = (a++, a * 2); //~ add nsw i32 | mul nsw i32
    return x;
}

int nested(int a) {
    return a < 0 ? -1 : a > 0 ? 1 : 0;
}

int joined(int a) {
    int r;
    if (a > 10)
        r = a - 10;
    else
        r = a + 10;
    return r;
}
//@ run: show --json %s
//@ json: functions[name=ternary]/blocks[name=cond.end]/instructions/0/text == "chosen = φ [cond.true: a] [cond.false: b]"
//@ json: functions[name=ternary]/blocks[name=cond.end]/instructions/0/location/line == 3
//@ json: functions[name=elvis]/blocks[name=cond.end]/instructions/0/text == "%2 = φ [cond.true: a] [cond.false: 5]"
//@ json: functions[name=short_circuit]/blocks[name=land.end]/instructions/0/text == "%3 = φ [entry: false] [land.rhs: %2]"
//@ json: functions[name=short_circuit]/blocks[name=land.end]/instructions/1/text == "both = zext i1 %3 to i32"
//@ json: functions[name=short_circuit]/blocks[name=lor.end]/instructions/0/text == "%6 = φ [land.end: true] [lor.rhs: %5]"
//@ json: functions[name=short_circuit]/blocks[name=if.then]/predecessors == ["land.lhs.true", "lor.lhs.false"]
//@ json: functions[name=nested]/blocks[name=cond.false]/instructions[kind=select]/text == "%4 = %2 ? 1 : 0"
//@ json: functions[name=joined]/blocks[name=if.end]/instructions/0/text == "r.3 = φ [if.then: r.1] [if.else: r.2]"
