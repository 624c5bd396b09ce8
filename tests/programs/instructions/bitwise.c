// And, or, exclusive or, complement; logical not is a comparison, not an operation on bits.
unsigned bits(unsigned a, unsigned b) {
    unsigned both = a & b;     //~ and i32
    unsigned either = a | b;   //~ or !disjoint i32
    unsigned one = a ^ b;      //~ xor i32
    unsigned complement = ~a;  //~ xor i32 -1
    a &= 0xff00u;              //~ and i32 65280
    a |= 1u << 31;             //~ or i32 -2147483648
    return both + either + one + complement + a;
}

unsigned long mask64(unsigned long a) {
    return a & 0xfffffffffffffff0ul; //~ and i64 -16
}

int logical_not(int a) {
    return !a; //~ ne i32 0 | xor i1 | zext i32
}

int twice(int a) {
    return !!a; //~ ne | xor i1
}
