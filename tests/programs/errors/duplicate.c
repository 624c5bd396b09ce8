// Two definitions of one function.
int twice(int a) { return a * 2; }
int only_here = 1;
