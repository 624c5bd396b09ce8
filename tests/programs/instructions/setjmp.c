// setjmp returns twice and longjmp never; both facts are on the calls.
#include <setjmp.h>

static jmp_buf place;

void leave(int code) {
    longjmp(place, code); //~ call longjmp
}

int enter(void) {
    int code = setjmp(place); //~ call _setjmp
    if (code == 0)
        leave(5);
    return code;
}
//@ run: show --json %s
//@ json: functions[name=enter]/blocks/0/instructions[callee=_setjmp]/text == "code = call _setjmp(@place) returns_twice"
//@ json: functions[name=leave]/blocks/0/instructions[callee=longjmp]/text == "call longjmp(@place, code) noreturn"
//@ json: functions[name=leave]/blocks/0/instructions/1/kind == unreachable
//@ json: functions[name=longjmp]/no_return == true
//@ json: globals[name=place]/type == jmp_buf
