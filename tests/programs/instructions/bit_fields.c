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
//@ run: show --json %s
//@ json: functions[name=read_unsigned]/blocks/0/instructions[kind=lshr]/text == "%2 = lshr %1, 1"
//@ json: functions[name=read_unsigned]/blocks/0/instructions[kind=and]/text == "%3 = and %2, 7"
//@ json: functions[name=read_signed]/blocks/0/instructions[kind=shl]/text == "%2 = shl %1, 55"
//@ json: functions[name=read_signed]/blocks/0/instructions[kind=ashr]/text == "%3 = ashr %2, 59"
//@ json: functions[name=write]/blocks/0/instructions[result=%5]/text == "%5 = and %2, -15"
//@ json: functions[name=read_wide]/blocks/0/instructions[kind=and]/text == "%3 = and %2, 1099511627775"
//@ json: functions[name=read_bool]/blocks/0/instructions[kind=trunc]/type == i1
//@ json: functions[name=packed]/blocks/0/instructions[kind=load]/type == i40
//@ json: functions[name=packed]/blocks/0/instructions[kind=load]/align == 1
