// Bit-fields: reading shifts and masks (or sign-extends), writing reads the unit, replaces the bits and writes it back.
struct flags {
    unsigned ready : 1;
    unsigned mode : 3;
    int level : 5;
    unsigned long wide : 40;
    _Bool on : 1;
};

unsigned read_unsigned(struct flags *f) {
    return f->mode; //~ load | lshr | and
}

int read_signed(struct flags *f) {
    return f->level; //~ load | shl | ashr
}

void write(struct flags *f, unsigned v) {
    f->mode = v; //~ load | and | shl | or | store
}

unsigned long read_wide(struct flags *f) {
    return f->wide;
}

void increment(struct flags *f) {
    f->level++; //~ load | add | store
}

_Bool read_bool(struct flags *f) {
    return f->on;
}

struct packed { unsigned a : 3; unsigned b : 30; } __attribute__((packed));
unsigned packed(struct packed *p) {
    return p->b;
}
