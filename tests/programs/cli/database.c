// compile_commands.json: options of each file come from it, in both of its forms; without files all its files are meant.
#ifndef WIDTH
#error "WIDTH is given by the compilation database only"
#endif
int width = WIDTH;
int helper(int);
int main(void) { return helper(width); }
//@ run: show --json --compile-commands commands.json
//@ json: globals[name=width]/initializer/bytes == "0c"
//@ json: functions[name=helper]/defined == true
//@ json: functions[name=helper]/blocks/0/instructions[kind=add]/text has "7"
//@ run: show --json --compile-commands %d/arguments.json
//@ json: globals[name=width]/initializer/bytes == "22"
//@ json: functions[name=helper]/blocks/0/instructions[kind=add]/text has "9"
//@ run: show --json --compile-commands commands.json %s
//@ json: functions[name=helper]/defined == false
//@ json: functions[name=main]/defined == true
//@ run: show --json --compile-commands commands.json %s -DWIDTH=99
//@ json: globals[name=width]/initializer/bytes == "63"
//@ run: show --compile-commands commands.json json.c
//@ exit: 2
//@ one line: stderr
//@ stderr: json.c: has no entry in commands.json
//@ empty: stdout
