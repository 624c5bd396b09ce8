// Comparisons of floats: all but != are false for NaN; the builtins give the unordered and quiet forms.
int ordered(double a, double b) {
    int less = a < b;           //~ olt double
    int less_equal = a <= b;    //~ ole double
    int greater = a > b;        //~ ogt double
    int greater_equal = a >= b; //~ oge double
    int equal = a == b;         //~ oeq double
    int different = a != b;     //~ une double
    return less + less_equal + greater + greater_equal + equal + different;
}

int builtins(double a, double b) {
    int unordered = __builtin_isunordered(a, b);     //~ uno double
    int less_greater = __builtin_islessgreater(a, b); //~ one double
    int less = __builtin_isless(a, b);               //~ olt double
    return unordered + less_greater + less;
}

int classes(double a) {
    int nan = __builtin_isnan(a);           //~ is.fpclass double
    int infinite = __builtin_isinf(a);      //~ is.fpclass double
    int finite = __builtin_isfinite(a);     //~ is.fpclass double
    int normal = __builtin_isnormal(a);     //~ is.fpclass double
    int negative = __builtin_signbit(a);    //~ bitcast i64 | slt i64
    return nan + infinite + finite + normal + negative;
}

int condition(float a) {
    if (a)      //~ une float
        return 1;
    return !a;  //~ une float
}
