// -ffast-math: the promises are kept on each instruction.
double sum(double a, double b) {
    return a + b; //~ fadd double
}

int less(float a, float b) {
    return a < b; //~ olt float
}
