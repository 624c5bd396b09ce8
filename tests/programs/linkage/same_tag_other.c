struct item { double d; long n; long b; };
struct item second = { 3.0, 3, 4 };
long read_second(struct item *i) { return i->b; }
