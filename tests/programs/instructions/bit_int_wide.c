// _BitInt beyond 128 bits: computed in one piece, passed through memory.
typedef unsigned _BitInt(200) u200;

u200 add(u200 *a, u200 *b) {
    return *a + *b; //~ add i200 !nsw
}

_BitInt(200) shifted(_BitInt(200) *a, int n) {
    return *a >> n; //~ ashr i200
}

int compare(u200 *a) {
    return *a > 5uwb; //~ ugt i200
}

u200 constant = 0x0123456789abcdef0123456789abcdef01234567uwb;

//@ run: show --json %s --cflags=-std=c23
//@ json: globals[name=constant]/initializer/bytes == "67452301efcdab8967452301efcdab8967452301"
//@ json: globals[name=constant]/size == 32
//@ json: functions[name=add]/machine_parameters/0/passing == result
//@ json: unsupported == []
