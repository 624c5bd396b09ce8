// long and pointers change their width with the data model; int and long long do not.
long add(long a, long b) {
    return a + b;
}

int index(int *p, long i) {
    return p[i];
}

unsigned long number(void *p) {
    return (unsigned long)p;
}

long difference(char *a, char *b) {
    return a - b;
}

long long wide(long long a, long b) {
    return a * b;
}

unsigned long promoted(unsigned a, long b) {
    return a + b;
}
//@ run: show --json %s --data-model=LP64
//@ json: functions[name=add]/blocks/0/instructions[kind=add]/type == i64
//@ json: functions[name=add]/blocks/0/instructions[kind=add]/flags == ["nsw"]
//@ json: functions[name=number]/blocks/0/instructions[kind=ptrtoint]/type == i64
//@ json: functions[name=difference]/blocks/0/instructions[kind=sub]/type == i64
//@ json: functions[name=wide]/blocks/0/instructions[kind=mul]/type == i64
//@ json: functions[name=promoted]/blocks/0/instructions[kind=zext]/type == i64
//@ json: functions[name=add]/parameters/0 == {"name": "a", "type": "long"}
//@ json: functions[name=add]/machine_parameters/0/type == i64
//@ run: show --json %s --data-model=ILP32
//@ json: functions[name=add]/blocks/0/instructions[kind=add]/type == i32
//@ json: functions[name=number]/blocks/0/instructions[kind=ptrtoint]/type == i32
//@ json: functions[name=difference]/blocks/0/instructions[kind=sub]/type == i32
//@ json: functions[name=wide]/blocks/0/instructions[kind=mul]/type == i64
//@ json: functions[name=wide]/blocks/0/instructions[kind=sext]/type == i64
//@ json: functions[name=promoted]/blocks/0/instructions[kind=add]/type == i32
//@ json: functions[name=promoted]/blocks/0/instructions[kind=add]/text == "%1 = add a, b"
//@ json: functions[name=add]/machine_parameters/0/type == i32
//@ json: functions[name=add]/parameters/0/type == long
