// A file that does not compile: clang's own message with file, line and column, exit code 2, nothing on standard output.
int f(void) {
    return undeclared_name;
}
