// Builtins that talk to the compiler: trap, unreachable, assume, expect, object size, constant_p, prefetch.
int trap(int a) {
    if (a < 0)
        __builtin_trap(); //~ trap
    return a;
}

int unreachable(int a) {
    if (a == 3)
        return 1;
    __builtin_unreachable(); //~ unreachable
}

int assume(int a) {
    __builtin_assume(a > 0); //~ sgt | assume
    return a;
}

int expect(int a) {
    if (__builtin_expect(a == 0, 0)) //~ eq
        return 1;
    return 2;
}

char buffer[12];
unsigned long sizes(char *p) {
    return __builtin_object_size(buffer + 2, 0) + __builtin_object_size(p, 1); //~ objectsize
}

int constant(int a) {
    return __builtin_constant_p(a) + __builtin_constant_p(3); //~ is.constant
}

int prefetch(int *p) {
    __builtin_prefetch(p);
    return *p;
}

int *assumed_aligned(int *p) {
    return __builtin_assume_aligned(p, 64);
}

void *frames(void) {
    return (char *)__builtin_frame_address(0) + (__builtin_return_address(0) != 0); //~ frameaddress | returnaddress
}
//@ run: show --json %s
//@ json: functions[name=unreachable]/blocks[name=if.end]/instructions/0/kind == unreachable
//@ json: functions[name=unreachable]/blocks[name=if.end]/instructions/0/location/line == 11
//@ json: functions[name=sizes]/blocks/0/instructions[kind=add]/text == "%2 = add 10, %1"
//@ json: functions[name=assume]/blocks/0/instructions[kind=assume]/text == "assume %1"
//@ json: unsupported == []
