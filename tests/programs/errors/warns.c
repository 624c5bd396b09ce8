// A file that compiles with warnings is shown; the warnings go to standard error, and --quiet leaves them out.
int f(int a) {
    if (a = 3)
        return 1;
    return 0;
}
//@ run: show %s
//@ stdout: int f(int a
//@ stderr: warns.c:3:11: warning: using the result of an assignment as a condition without parentheses
//@ run: show --quiet %s
//@ stdout: int f(int a
//@ empty: stderr
//@ run: show --cflags=-Werror %s
//@ exit: 2
//@ stderr: error: using the result of an assignment
//@ empty: stdout
