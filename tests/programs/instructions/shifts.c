// Shifts: the type of the left operand decides between arithmetic and logical; the amount is brought to its width.
int left(int a, int n) {
    return a << n; //~ shl !nsw !nuw i32
}

int arithmetic(int a, int n) {
    return a >> n; //~ ashr i32 !exact
}

unsigned logical(unsigned a, unsigned n) {
    return a >> n; //~ lshr i32
}

unsigned long wide_by_int(unsigned long a, int n) {
    return a << n; //~ zext i64 | shl i64
}

int narrow_by_long(int a, long n) {
    return a >> n; //~ trunc i32 | ashr i32
}

unsigned char promoted(unsigned char a) {
    a >>= 3;  //~ zext i32 | ashr i32 | trunc i8
    a <<= 1;  //~ shl i32
    return a;
}
