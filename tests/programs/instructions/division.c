// Quotients and remainders, signed and unsigned, of several widths. Division by zero is left to the instruction.
int signed_division(int a, int b) {
    int quotient = a / b;  //~ sdiv i32 !exact
    int remainder = a % b; //~ srem i32
    a /= 7;                //~ sdiv i32
    b %= -7;               //~ srem i32
    return quotient + remainder + a + b;
}

unsigned unsigned_division(unsigned a, unsigned b) {
    unsigned quotient = a / b;  //~ udiv i32
    unsigned remainder = a % b; //~ urem i32
    return quotient + remainder;
}

unsigned long wide(unsigned long a, long b) {
    a = a / 10;   //~ udiv i64
    b = b % 10;   //~ srem i64
    return a + b; //~ add !nsw i64
}

signed char narrow(signed char a, signed char b) {
    return a / b; //~ sext i32 | sdiv i32 | trunc i8
}

unsigned char narrow_unsigned(unsigned char a, unsigned char b) {
    return a / b; //~ zext i32 | sdiv i32
}

long element_distance(int *a, int *b) {
    return a - b; //~ ptrtoint i64 | sub !nsw | sdiv exact i64
}
