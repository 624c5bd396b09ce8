// Structs as values: assignment copies memory, big ones are passed by copy and returned through a hidden pointer.
struct big { int a[10]; };
struct small { int x, y; };
struct mixed { double d; long l; };

void assign(struct big *to, struct big *from) {
    *to = *from; //~ memcpy 40
}

int by_value(struct big b) {
    return b.a[3]; //~ load i32
}

struct big returned(int v) {
    struct big b = { { v } };
    return b;
}

int pass(struct big *p) {
    return by_value(*p) + returned(3).a[1]; //~ call by_value | call returned
}

struct small coerced(struct small s) {
    s.x += s.y; //~ add nsw i32
    return s;
}

struct mixed in_two_registers(struct mixed m) {
    m.d += m.l; //~ sitofp double | fadd double
    return m;
}

struct big *choose(int c, struct big *p, struct big *q) {
    return c ? p : q;
}
