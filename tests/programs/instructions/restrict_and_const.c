// Qualifiers change no instruction: restrict, const and register are only in the types.
void copy(int *restrict to, const int *restrict from, const int n) {
    for (register int i = 0; i < n; i++)
        to[i] = from[i]; //~ load i32 !volatile | store i32 !volatile
}

//@ run: show --json %s
//@ json: functions[name=copy]/parameters/0/type == "int *restrict"
//@ json: functions[name=copy]/parameters/1/type == "const int *restrict"
//@ json: functions[name=copy]/parameters/2/type == "const int"
//@ run: show %s
//@ stdout: void copy(int *restrict to, const int *restrict from, const int n)
