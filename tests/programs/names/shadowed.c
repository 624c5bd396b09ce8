// Variables of the same name in nested scopes are different variables, told apart by where they are declared.
int shadow(int a) {
    int x = a + 1;
    {
        int x = a * 2;
        a += x;
        for (int x = 0; x < a; x++)
            a -= x;
    }
    return x + a;
}

int x = 5;
int global_and_local(void) {
    int before = x;
    int x = 7;
    return before + x;
}
//@ run: show --json %s
//@ json: functions[name=shadow]/variables/# == 4
//@ json: functions[name=shadow]/variables/0/name == a
//@ json: functions[name=shadow]/loops/0/state == ["x", "a"]
//@ json: functions[name=global_and_local]/blocks/0/instructions/0/text == "before = load i32 @x"
//@ json: functions[name=global_and_local]/blocks/0/instructions[kind=add]/operands == [{"text": "before", "type": "i32"}, {"text": "7", "type": "i32"}]
//@ run: show --function shadow %s
//@ stdout~: ^ +3:\d+ +x\.1 = add nsw a\.1, 1$
//@ stdout~: ^ +5:\d+ +x\.2 = mul nsw a\.1, 2$
