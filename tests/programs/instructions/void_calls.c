// Calls without a result, functions that never return, ignored results, empty functions.
#include <stdlib.h>
#include <stdio.h>

void nothing(void) {
}

_Noreturn void stop(int code) {
    exit(code); //~ call exit
}

int use(int a) {
    nothing(); //~ call nothing
    puts("x"); //~ call puts
    if (a)
        stop(a); //~ call stop
    return 0;
}

extern void undefined_elsewhere(int, ...);
void variadic_void(void) {
    undefined_elsewhere(1, 2L, 3.0); //~ call undefined_elsewhere
}
//@ run: show --json %s
//@ json: functions[name=stop]/no_return == true
//@ json: functions[name=stop]/blocks/0/instructions/1/kind == unreachable
//@ json: functions[name=exit]/no_return == true
//@ json: functions[name=nothing]/blocks/0/instructions/0/text == return
//@ json: functions[name=nothing]/result == void
//@ json: functions[name=variadic_void]/blocks/0/instructions[kind=call]/text == "call undefined_elsewhere(1, 2, 3.0)"
