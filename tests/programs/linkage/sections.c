// Section, visibility and symbol-name attributes do not change what a program does.
int placed __attribute__((section(".mydata"))) = 1;
__attribute__((section(".mytext"))) int function(int a) { return a + placed; }
__attribute__((visibility("hidden"))) int hidden(int a) { return a; }
int renamed(int) __asm__("other_symbol");
int renamed(int a) { return a * 2; }
int use(void) { return function(1) + hidden(2) + renamed(3); }
//@ run: show --json %s
//@ json: globals[name=placed]/initializer/bytes == "01"
//@ json: functions[name=function]/defined == true
//@ json: functions[name=hidden]/linkage == external
//@ json: functions[name=other_symbol]/source_name == renamed
//@ json: functions[name=use]/blocks/0/instructions[callee=other_symbol]/kind == call
//@ run: show --function other_symbol %s
//@ stdout: mul nsw a, 2
//@ run: show --function renamed %s
//@ stdout: mul nsw a, 2
