// Function pointers: tables, members, parameters, comparison, a call through a pointer to pointer.
typedef int (*operation)(int, int);

static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
static const operation table[] = { add, sub, 0 };

struct visitor { void (*visit)(struct visitor *, int); int seen; };

int by_index(unsigned i, int a, int b) {
    return table[i](a, b); //~ load ptr | call i32
}

int by_parameter(operation op, int a) {
    return op(a, 1); //~ call i32
}

void by_member(struct visitor *v) {
    v->visit(v, 3); //~ load ptr | call
}

operation choose(int c) {
    return c ? add : sub;
}

int is_add(operation op) {
    return op == add; //~ eq ptr
}

int direct(int a) {
    return add(a, 2); //~ call add
}
//@ run: show --json %s
//@ json: globals[name=table]/constant == true
//@ json: globals[name=table]/initializer/relocations == [{"offset": 0, "size": 8, "value": "@add"}, {"offset": 8, "size": 8, "value": "@sub"}]
//@ json: globals[name=table]/size == 24
//@ json: functions[name=by_index]/blocks/0/instructions[kind=call]/text has "call (*"
//@ json: functions[name=by_parameter]/blocks/0/instructions[kind=call]/text == "%1 = call (*op)(a, 1)"
//@ json: functions[name=by_parameter]/parameters/0/type == operation
//@ json: functions[name=direct]/blocks/0/instructions[kind=call]/callee == add
