#include "inline_only.h"

int other(int x) { return twice(x); }
//@ run: show --loops %s
//@ stdout: 0 loops in 0 functions
