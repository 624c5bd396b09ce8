// __int128: arithmetic, shifts, comparisons, conversion from and to 64 bits, constants wider than 64 bits.
typedef unsigned __int128 u128;

u128 multiply(unsigned long a, unsigned long b) {
    return (u128)a * b; //~ zext i128 | mul !nsw i128
}

unsigned long high(u128 a) {
    return a >> 64; //~ lshr i128 64 | trunc i64
}

int less(__int128 a, __int128 b) {
    return a < b; //~ slt i128
}

u128 constant(void) {
    return ((u128)0x0123456789abcdefull << 64) | 0xfedcba9876543210ull;
}

__int128 divide(__int128 a, __int128 b) {
    return a / b + a % b; //~ sdiv i128 | srem i128
}

u128 memory(u128 *p) {
    *p += 1;   //~ load i128 align=16 | add i128 | store align=16
    return *p;
}

double to_double(__int128 a) {
    return a; //~ sitofp double
}
//@ run: show --json %s
//@ json: functions[name=constant]/blocks/0/instructions[kind=store]/text has "1512366075204170947332355369683137040"
//@ json: functions[name=multiply]/result == u128
//@ json: functions[name=less]/parameters/0/type == __int128
