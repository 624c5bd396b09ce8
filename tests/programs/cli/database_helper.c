#ifndef HELPER
#error "HELPER is given by the compilation database only"
#endif
int helper(int a) { return a + HELPER; }
