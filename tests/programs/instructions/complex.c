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
//@ run: show --json %s
//@ json: functions[name=add]/parameters/0 == {"name": "a", "type": "double _Complex"}
//@ json: functions[name=add]/result == "double _Complex"
//@ json: functions[name=add]/machine_parameters/# == 4
//@ json: functions[name=multiply]/parameters/0/type == "float _Complex"
//@ json: functions[name=multiply]/machine_parameters/0/type == "<2 x float>"
//@ json: functions[name=imaginary]/blocks/0/instructions/0/text == "%1 = a + 8 inbounds nusw"
//@ json: unsupported == []
