// How structs and wide values are passed depends on the machine: registers in pieces, by copy, or through a hidden pointer.
struct pair { int a, b; };
struct large { long a[5]; };

struct pair make(int a, int b) {
    struct pair p = { a, b };
    return p;
}

int take(struct pair p) {
    return p.a + p.b;
}

struct large fill(long v) {
    struct large l = { { v } };
    return l;
}

long sum(struct large l, long long w, double d) {
    return l.a[1] + w + (long)d;
}

int caller(int a) {
    return take(make(a, 2)) + (int)sum(fill(3), 4, 5.0);
}
