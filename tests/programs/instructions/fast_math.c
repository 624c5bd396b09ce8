// -ffast-math: the promises are kept on each instruction.
double sum(double a, double b) {
    return a + b; //~ fadd double
}

int less(float a, float b) {
    return a < b; //~ olt float
}
//@ run: show --json %s --cflags=-ffast-math
//@ json: functions[name=sum]/blocks/0/instructions/0/flags == ["nnan", "ninf", "relaxed"]
//@ json: functions[name=less]/blocks/0/instructions/0/flags == ["nnan", "ninf", "relaxed"]
//@ run: show %s
//@ stdout!: nnan
//@ stdout!: relaxed
