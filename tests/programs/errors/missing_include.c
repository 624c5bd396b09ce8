// A header that is not there.
#include "not_there.h"
int f(void) { return 1; }
