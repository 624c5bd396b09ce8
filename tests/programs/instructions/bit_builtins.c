// Bit counting, byte and bit reversal, rotation.
int leading(unsigned a) {
    return __builtin_clz(a); //~ ctlz i32 true
}

int trailing(unsigned long a) {
    return __builtin_ctzl(a); //~ cttz i64 true | trunc i32
}

int ones(unsigned long long a) {
    return __builtin_popcountll(a); //~ ctpop i64
}

int parity(unsigned a) {
    return __builtin_parity(a); //~ ctpop i32 | and i32 1
}

int first(int a) {
    return __builtin_ffs(a); //~ cttz i32
}

unsigned short swap16(unsigned short a) {
    return __builtin_bswap16(a); //~ bswap i16
}

unsigned long swap64(unsigned long a) {
    return __builtin_bswap64(a); //~ bswap i64
}

unsigned reverse(unsigned a) {
    return __builtin_bitreverse32(a); //~ bitreverse i32
}

unsigned rotate_left(unsigned a, unsigned n) {
    return __builtin_rotateleft32(a, n); //~ fshl i32
}

unsigned char rotate_right(unsigned char a, unsigned char n) {
    return __builtin_rotateright8(a, n); //~ fshr i8
}

int redundant_sign_bits(int a) {
    return __builtin_clrsb(a);
}

int absolute(int a) {
    return __builtin_abs(a);
}
