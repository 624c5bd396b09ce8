// Aliases: other names of functions and variables, calls through them, a weak alias.
int real_function(int a) { return a + 1; }
int other_name(int) __attribute__((alias("real_function")));
int weak_name(int) __attribute__((weak, alias("real_function")));

int real_variable = 3;
extern int other_variable __attribute__((alias("real_variable")));

int use(void) {
    return other_name(1) + weak_name(2) + other_variable;
}
