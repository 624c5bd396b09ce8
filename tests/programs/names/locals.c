// Local variables keep their names after they have become values: assignments, phis, arrays and structs in memory.
struct point { int x, y; };

int values(int n) {
    int doubled = n * 2;
    int squared = doubled * doubled;
    return squared;
}

int joined(int c) {
    int result;
    if (c > 0)
        result = c - 1;
    else
        result = c + 1;
    return result;
}

int in_memory(int i) {
    int table[4] = { 1, 2, 3, 4 };
    struct point p = { i, 2 };
    int *alias = &p.x;
    return table[i & 3] + *alias;
}

extern void use(int *);
int escaping(void) {
    int target = 3;
    use(&target);
    return target;
}

char *register_and_const(const char *text) {
    register const char *cursor = text;
    const int step = 1;
    cursor += step;
    return (char *)cursor;
}
//@ run: show --json %s
//@ json: functions[name=values]/blocks/0/instructions/0/text == "doubled = mul nsw n, 2"
//@ json: functions[name=values]/blocks/0/instructions/1/text == "squared = mul nsw doubled, doubled"
//@ json: functions[name=values]/blocks/0/instructions/2/text == "return squared"
//@ json: functions[name=values]/variables[name=doubled]/location/line == 5
//@ json: functions[name=values]/variables[name=doubled]/type == int
//@ json: functions[name=values]/variables[name=n]/parameter == 0
//@ json: functions[name=joined]/variables[name=result]/type == int
//@ json: functions[name=joined]/blocks[name=if.end]/instructions[kind=phi]/result == result.3
//@ json: functions[name=in_memory]/blocks/0/instructions[result=&table]/kind == alloca
//@ json: functions[name=in_memory]/blocks/0/instructions[result=&p]/type == ptr
//@ json: functions[name=in_memory]/variables[name=p]/type == "struct point"
//@ json: functions[name=in_memory]/variables[name=table]/type == "int[4]"
//@ json: functions[name=in_memory]/variables[name=alias]/type == "int *"
//@ json: functions[name=escaping]/blocks/0/instructions[result=&target]/align == 4
//@ json: functions[name=register_and_const]/variables[name=cursor]/type == "const char *"
//@ json: functions[name=register_and_const]/blocks/0/instructions[kind=pointer_add]/result has cursor
