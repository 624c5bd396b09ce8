// Constants that only the loader knows inside functions: differences and sums of addresses as operands.
extern char start[], end[];
int array[8];

long size(void) {
    return end - start; //~ sub i64
}

int *second(void) {
    return &array[1];
}

long number(void) {
    return (long)&array[3] ^ 1; //~ xor i64
}

int is_there(int (*f)(void)) {
    return f == (int (*)(void))&size; //~ eq
}
//@ run: show --json %s
//@ json: globals[name=start]/defined == false
//@ json: globals[name=start]/linkage == external
//@ json: functions[name=second]/blocks/0/instructions[kind=return]/text == "return @array + 4"
