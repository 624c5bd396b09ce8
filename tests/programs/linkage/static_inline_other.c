#include "static_inline.h"
int there(int a) { return common_helper(a) + 1; }
