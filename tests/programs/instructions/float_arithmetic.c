// Floating-point arithmetic in all formats C has on this machine; no fast-math promises unless asked for.
float single(float a, float b) {
    return a * b + a / b - a; //~ fmul float | fdiv float | fsub float
}

double twice(double a, double b) {
    double negated = -a;   //~ fneg double
    a += b;                //~ fadd double !nnan !relaxed
    a -= 0.5;              //~ fsub double
    return a * negated;    //~ fmul double
}

long double extended(long double a, long double b) {
    return a / b; //~ fdiv fp80
}

__float128 quad(__float128 a, __float128 b) {
    return a + b; //~ fadd fp128
}

_Float16 half(_Float16 a, _Float16 b) {
    return a + b; //~ fadd
}

float mixed(float a, double b, int c) {
    return a * b + c; //~ fpext double | sitofp double | fptrunc float
}

void increments(float *p, double *q) {
    (*p)++; //~ fadd float
    --*q;   //~ fadd double
}
