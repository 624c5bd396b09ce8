// Two definitions of one function.
int twice(int a) { return a * 2; }
int only_here = 1;
//@ run: show %s duplicate_other.c
//@ exit: 2
//@ one line: stderr
//@ stderr: `twice` is defined in duplicate.c and again in duplicate_other.c
//@ empty: stdout
//@ run: show duplicate_other.c %s
//@ exit: 2
//@ stderr: `twice` is defined in duplicate_other.c and again in duplicate.c
//@ run: show %s %s
//@ exit: 2
//@ one line: stderr
//@ empty: stdout
