// Loops on floating-point and on several widths: the header's values have their types.
double series(double x) {
    double term = 1, sum = 0;
    unsigned char k = 0;
    long double scale = 1;
    while (term > 1e-9) {
        sum += term * scale;
        term *= x / ++k;
        scale /= 2;
    }
    return sum;
}
//@ run: show --json %s
//@ json: functions[name=series]/loops/0/state/# == 4
//@ json: functions[name=series]/blocks[name=while.cond]/instructions[result=k.1]/type == i8
//@ json: functions[name=series]/blocks[name=while.cond]/instructions[result=term.1]/type == double
//@ json: functions[name=series]/blocks[name=while.cond]/instructions[result=scale.1]/type == fp80
