// The same loop in both models: the index is widened to the width of an address, or not.
int total(const int *values, int count) {
    int sum = 0;
    for (int i = 0; i < count; i++)
        sum += values[i];
    return sum;
}

//@ run: show --json %s --data-model=LP64
//@ json: functions[name=total]/blocks[name=for.body]/instructions/0/kind == sext
//@ json: functions[name=total]/blocks[name=for.body]/instructions[kind=pointer_add]/operands/1/type == i64
//@ json: functions[name=total]/loops/0/state == ["sum", "i"]
//@ run: show --json %s --data-model=ILP32
//@ json: functions[name=total]/blocks[name=for.body]/instructions/0/kind == pointer_add
//@ json: functions[name=total]/blocks[name=for.body]/instructions/0/text == "%2 = values + 4*i.1 inbounds nusw"
//@ json: functions[name=total]/loops/0/state == ["sum", "i"]
