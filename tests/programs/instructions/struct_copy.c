// Structs as values: assignment copies memory, big ones are passed by copy and returned through a hidden pointer.
struct big { int a[10]; };
struct small { int x, y; };
struct mixed { double d; long l; };

void assign(struct big *to, struct big *from) {
    *to = *from; //~ memcpy 40
}

int by_value(struct big b) {
    return b.a[3]; //~ load i32
}

struct big returned(int v) {
    struct big b = { { v } };
    return b;
}

int pass(struct big *p) {
    return by_value(*p) + returned(3).a[1]; //~ call by_value | call returned
}

struct small coerced(struct small s) {
    s.x += s.y; //~ add nsw i32
    return s;
}

struct mixed in_two_registers(struct mixed m) {
    m.d += m.l; //~ sitofp double | fadd double
    return m;
}

struct big *choose(int c, struct big *p, struct big *q) {
    return c ? p : q;
}
//@ run: show --json %s
//@ json: functions[name=by_value]/machine_parameters == [{"name": "b", "type": "ptr", "passing": "copy", "memory": "big"}]
//@ json: functions[name=by_value]/parameters == [{"name": "b", "type": "struct big"}]
//@ json: functions[name=returned]/machine_parameters/0/passing == result
//@ json: functions[name=returned]/machine_parameters/1/name == v
//@ json: functions[name=returned]/result == "struct big"
//@ json: functions[name=pass]/blocks/0/instructions[callee=by_value]/text == "%3 = call by_value(copy of *%1)"
//@ json: functions[name=pass]/blocks/0/instructions[callee=returned]/text == "call returned(result in %2, 3)"
//@ json: functions[name=coerced]/machine_parameters/0/type == i64
//@ json: functions[name=coerced]/machine_parameters/0/name == s
//@ json: functions[name=coerced]/result == "struct small"
//@ json: functions[name=coerced]/blocks/0/instructions[result=&s]/kind == alloca
//@ json: functions[name=in_two_registers]/machine_parameters/# == 2
//@ json: functions[name=in_two_registers]/machine_parameters/0/type == double
//@ json: functions[name=in_two_registers]/machine_parameters/1/type == i64
//@ json: functions[name=in_two_registers]/parameters/# == 1
