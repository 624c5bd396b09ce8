// _BitInt of widths that no machine has: computed in exactly that many bits, stored in the padded size.
_BitInt(17) small(_BitInt(17) a, _BitInt(17) b) {
    return a * b; //~ mul nsw i17
}

unsigned _BitInt(100) medium(unsigned _BitInt(100) a, int n) {
    a = a + 1;     //~ add !nsw i100
    return a >> n; //~ zext i100 | lshr i100
}

_BitInt(128) whole(_BitInt(128) a) {
    return a / 3; //~ sdiv i128
}

int compare(_BitInt(17) a, unsigned _BitInt(5) b) {
    return a < (int)b; //~ slt i32
}

_BitInt(17) cell;
void assign(long v) {
    cell = v; //~ trunc i17 | sext i32 | store align=4
}
