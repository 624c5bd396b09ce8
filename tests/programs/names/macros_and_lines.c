// Locations: code of a macro is where the macro is used, #line renames the file, an included body is in the header.
#include "body.h"
#define SQUARE(v) ((v) * (v))
int macro(int a) {
    int s =
        SQUARE(a);
    return s;
}
#line 500 "generated.y"
int renamed(int b) {
    return b + 1;
}
//@ run: show --json %s
//@ json: functions[name=macro]/blocks/0/instructions[kind=mul]/location/line == 6
//@ json: functions[name=macro]/blocks/0/instructions[kind=mul]/location/file == macros_and_lines.c
//@ json: functions[name=renamed]/location/file == generated.y
//@ json: functions[name=renamed]/location/line == 500
//@ json: functions[name=renamed]/blocks/0/instructions[kind=add]/location/line == 501
//@ json: functions[name=renamed]/blocks/0/instructions[kind=add]/location/column == 14
//@ json: functions[name=from_header]/location/file has body.h
//@ json: functions[name=from_header]/blocks/0/instructions[kind=sub]/location/line == 2
