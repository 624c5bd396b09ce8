// Enumerations have the integer type the compiler chooses for them; wide ones are 64 bits.
enum small { A = -1, B };
enum positive { C, D = 4000000000 };
enum wide { E = 1, F = 0x100000000 };

int less(enum small a, enum small b) {
    return a < b; //~ slt i32
}

int less_positive(enum positive a, enum positive b) {
    return a < b; //~ ult i32
}

int less_wide(enum wide a, enum wide b) {
    return a < b; //~ i64
}

enum small next(enum small s) {
    return s + 1; //~ add i32
}

//@ run: show --json %s
//@ json: functions[name=less]/parameters/0/type == "enum small"
//@ json: functions[name=less_wide]/machine_parameters/0/type == i64
//@ json: functions[name=next]/result == "enum small"
