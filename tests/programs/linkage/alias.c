// Aliases: other names of functions and variables, calls through them, a weak alias.
int real_function(int a) { return a + 1; }
int other_name(int) __attribute__((alias("real_function")));
int weak_name(int) __attribute__((weak, alias("real_function")));

int real_variable = 3;
extern int other_variable __attribute__((alias("real_variable")));

int use(void) {
    return other_name(1) + weak_name(2) + other_variable;
}
//@ run: show --json %s
//@ json: aliases/# == 3
//@ json: aliases[name=other_name]/target == "@real_function"
//@ json: aliases[name=other_name]/linkage == external
//@ json: aliases[name=weak_name]/linkage == weak
//@ json: aliases[name=other_variable]/target == "@real_variable"
//@ json: unsupported/# == 0
//@ json: functions[name=use]/blocks/0/instructions[kind=load]/text has "real_variable"
