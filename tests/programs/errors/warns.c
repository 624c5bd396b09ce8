// A file that compiles with warnings is shown; the warnings go to standard error, and --quiet leaves them out.
int f(int a) {
    if (a = 3)
        return 1;
    return 0;
}
