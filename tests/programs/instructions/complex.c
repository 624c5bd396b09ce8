// _Complex numbers: the parts are computed separately; multiplication and division go through the compiler's runtime.
double _Complex add(double _Complex a, double _Complex b) {
    return a + b; //~ fadd double
}

float _Complex multiply(float _Complex a, float _Complex b) {
    return a * b; //~ fmul float | uno float | call __mulsc3
}

double real(double _Complex a) {
    return __real__ a;
}

double imaginary(double _Complex *a) {
    return __imag__ *a; //~ load double
}

double _Complex conjugate(double _Complex a) {
    return ~a; //~ fneg double
}

int equal(double _Complex a, double _Complex b) {
    return a == b; //~ oeq double | and i1
}
