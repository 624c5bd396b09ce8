// Mathematical builtins are operations of their own where the compiler may know their meaning.
double rounding(double a) {
    a += __builtin_floor(a);     //~ floor double
    a += __builtin_ceil(a);      //~ ceil double
    a += __builtin_trunc(a);     //~ ftrunc double
    a += __builtin_rint(a);      //~ rint double
    a += __builtin_nearbyint(a); //~ nearbyint double
    a += __builtin_round(a);     //~ round double
    a += __builtin_roundeven(a); //~ roundeven double
    return a;
}

float parts(float a, float b) {
    a = __builtin_fabsf(a);        //~ fabs float
    a = __builtin_copysignf(a, b); //~ copysign float
    a = __builtin_fminf(a, b);     //~ minnum float
    a = __builtin_fmaxf(a, b);     //~ maxnum float
    return a;
}

double functions(double a) {
    return __builtin_fma(a, a, a);
}

long double extended(long double a) {
    return __builtin_fabsl(a); //~ fabs fp80
}

double powi(double a, int n) {
    return __builtin_powi(a, n); //~ powi double
}

unsigned elementwise(unsigned a, unsigned b) {
    unsigned low = __builtin_elementwise_min(a, b);     //~ umin i32
    unsigned high = __builtin_elementwise_max(a, b);    //~ umax i32
    return low + __builtin_elementwise_add_sat(high, b); //~ uadd.sat i32
}

double huge(void) {
    return __builtin_inf() + __builtin_nan("");
}
//@ run: show --json %s
//@ json: unsupported == []
