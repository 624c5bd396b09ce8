int part(int x);
static inline int twice(int x) { return x > 1000 ? 2000 : 2 * x; }
