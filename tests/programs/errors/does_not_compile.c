// A file that does not compile: clang's own message with file, line and column, exit code 2, nothing on standard output.
int f(void) {
    return undeclared_name;
}
//@ run: show %s
//@ exit: 2
//@ stderr: lariat: does_not_compile.c: does not compile; clang says:
//@ stderr: does_not_compile.c:3:12: error: use of undeclared identifier 'undeclared_name'
//@ stderr: return undeclared_name;
//@ empty: stdout
//@ run: show --json %s
//@ exit: 2
//@ empty: stdout
