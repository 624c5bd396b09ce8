// Conversions between floats and integers of all widths and between the formats.
long to_signed(float a, double b, long double c) {
    int x = a;   //~ fptosi i32
    long y = b;  //~ fptosi i64
    long z = c;  //~ fptosi i64
    char w = b;  //~ fptosi i8
    return x + y + z + w;
}

unsigned long to_unsigned(float a, double b) {
    unsigned x = a;      //~ fptoui i32
    unsigned long y = b; //~ fptoui i64
    unsigned char z = b; //~ fptoui i8
    return x + y + z;
}

double from_integers(int a, unsigned b, long c, unsigned long d, unsigned char e) {
    double x = a; //~ sitofp double
    double y = b; //~ uitofp double
    float z = c;  //~ sitofp float
    float w = d;  //~ uitofp float
    long double v = e; //~ uitofp fp80
    return x + y + z + w + v;
}

double formats(float a, long double b, __float128 c) {
    double x = a;      //~ fpext double
    double y = b;      //~ fptrunc double
    double z = c;      //~ fptrunc double
    __float128 w = a;  //~ fpext fp128
    return x + y + z + (double)w;
}

float halves(_Float16 *p, float a) {
    *p = a;     //~ fptrunc half | store align=2
    return *p;  //~ load half | fpext float
}

float brains(__bf16 *p, float a) {
    *p = a;    //~ fptrunc bfloat | store align=2
    return *p; //~ load bfloat | fpext float
}

unsigned bits(float a) {
    union { float f; unsigned u; } pun = { .f = a };
    return pun.u;
}
