// --json is one document: program, target, files, types, globals, functions.
#include <stdio.h>
int counter = 3;
int main(int argc, char **argv) {
    for (int i = 0; i < argc; i++)
        printf("%s\n", argv[i]);
    return counter;
}
//@ run: show --json %s
//@ json: name == json.c
//@ json: target/triple has x86_64
//@ json: functions[name=main]/parameters/1 == {"name": "argv", "type": "char **"}
//@ json: functions[name=main]/loops/0/line == 5
//@ json: functions[name=main]/loops/0/file == json.c
//@ json: functions[name=main]/blocks/0/predecessors == []
//@ json: functions[name=main]/blocks[name=for.cond]/successors/0/label == T
//@ json: functions[name=main]/blocks[name=for.cond]/successors/1/label == F
//@ json: functions[name=main]/blocks[name=for.body]/instructions[kind=call]/callee == printf
//@ json: functions[name=main]/blocks[name=for.body]/instructions[kind=call]/location == {"file": "json.c", "line": 6, "column": 9}
//@ json: functions[name=main]/blocks[name=for.body]/instructions[kind=call]/fixed_args == 1
//@ json: functions[name=printf]/defined == false
//@ json: functions[name=printf]/variadic == true
//@ json: functions[name=printf]/blocks == []
//@ json: unsupported == []
//@ json: module_assembly == ""
//@ run: show --json --loops %s
//@ json: # == 1
//@ json: 0/function == main
