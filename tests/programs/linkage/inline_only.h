inline int twice(int x) { return 2 * x; }
inline int thrice(int x) { return twice(x) + x; }
