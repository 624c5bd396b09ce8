// Bitcode as input, with and without debug information.
int increment(int value) {
    return value + 1;
}
//@ run: show --json %t/with.bc
//@ before: clang-19 -g -O0 -Xclang -disable-O0-optnone -c -emit-llvm %s -o %t/with.bc
//@ json: functions[name=increment]/parameters/0/name == value
//@ json: functions[name=increment]/blocks/0/instructions[kind=add]/location/line == 3
//@ json: functions[name=increment]/blocks/0/instructions[kind=add]/location/column == 18
//@ empty: stderr
//@ run: show --json %t/without.o
//@ before: clang-19 -O1 -c -emit-llvm %s -o %t/without.o
//@ json: functions[name=increment]/blocks/0/instructions[kind=add]/location == null
//@ one line: stderr
//@ stderr: has no debug information; compile it with -g
//@ run: show --quiet --json %t/without.bc
//@ before: clang-19 -O1 -c -emit-llvm %s -o %t/without.bc
//@ empty: stderr
//@ run: show --json %t/a.bc json.c
//@ before: clang-19 -g -O0 -Xclang -disable-O0-optnone -c -emit-llvm %s -o %t/a.bc
//@ json: functions[name=increment]/defined == true
//@ json: functions[name=main]/defined == true
//@ run: show --json --data-model ILP32 %t/a.bc
//@ before: clang-19 -g -O0 -c -emit-llvm %s -o %t/a.bc
//@ exit: 2
//@ one line: stderr
//@ stderr: was compiled for LP64 (64-bit), but ILP32 (32-bit) was asked for
//@ empty: stdout
