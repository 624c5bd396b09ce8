// Packed and over-aligned objects: each access says which alignment it may rely on.
struct __attribute__((packed)) wire { char kind; int length; double value; };
struct line { _Alignas(64) char bytes[64]; };

int length(struct wire *w) {
    return w->length; //~ pointer_add "+ 1 inbounds" | load i32 align=1
}

double value(struct wire *w) {
    return w->value; //~ pointer_add "+ 5 inbounds" | load double align=1
}

void set(struct wire *w, int i) {
    w[i].length = 3; //~ pointer_add "+ 13*" | store align=1
}

char first(struct line *l) {
    return l->bytes[0]; //~ load i8 align=64
}

int local(int i) {
    _Alignas(32) int table[8]; //~ alloca align=32
    table[i] = i;              //~ store align=4
    return table[0];           //~ load align=32
}

int unaligned(const char *p) {
    int v;                             //~ alloca align=4
    __builtin_memcpy(&v, p, sizeof v); //~ memcpy 4
    return v;
}
