// A caller that declares a function with other types than its definition: C's linker does not mind, so it is a call of that symbol.
int answer(int);
int use(void) { return answer(3); }
//@ run: show --json %s mismatched_other.c
//@ json: functions[name=answer]/defined == true
//@ json: functions[name=answer]/parameters/# == 2
//@ json: functions[name=use]/blocks/0/instructions[kind=call]/operands/# == 1
//@ json: unsupported/# == 0
