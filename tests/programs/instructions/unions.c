// Unions: all members live at offset 0; reading another member than the one written reinterprets bytes.
union word { unsigned u; float f; unsigned char bytes[4]; };
struct tagged { int tag; union { long number; double real; char *text; }; };

unsigned bits(float f) {
    union word w;
    w.f = f;    //~ store align=4
    return w.u; //~ load i32 align=4
}

unsigned char byte(union word *w, int i) {
    return w->bytes[i]; //~ pointer_add | load i8
}

long number(struct tagged *t) {
    return t->number; //~ pointer_add "+ 8 inbounds" | load i64
}

double real(struct tagged *t) {
    return t->real; //~ pointer_add "+ 8 inbounds" | load double
}

union word initialised = { .f = 1.0f };
