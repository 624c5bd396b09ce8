// _Bool is one bit as a value and a byte in memory; conversion to it compares with zero.
_Bool from_int(int a) {
    return a; //~ ne i32 0
}

_Bool from_double(double a) {
    return a; //~ une double
}

_Bool from_pointer(void *p) {
    return p; //~ ne ptr null
}

int to_int(_Bool b) {
    return b + 1; //~ zext i32 | add nsw i32
}

void store(_Bool *p, int a) {
    *p = a > 3; //~ sgt i32 | zext i8 | store align=1
}

int load(_Bool *p) {
    if (*p)     //~ load i8 align=1 | trunc i1 | branch
        return 2;
    return 3;
}

_Bool increment(_Bool b) {
    b++; //~ !add
    return b;
}
