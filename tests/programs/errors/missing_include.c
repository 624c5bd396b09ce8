// A header that is not there.
#include "not_there.h"
int f(void) { return 1; }
//@ run: show %s
//@ exit: 2
//@ stderr: missing_include.c:2:10: fatal error: 'not_there.h' file not found
//@ empty: stdout
