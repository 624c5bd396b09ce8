// Labels as values: a jump to a computed address knows all labels whose address was taken.
int interpret(const unsigned char *code) {
    static const void *const table[] = { &&halt, &&increment, &&twice };
    int accumulator = 0;
    goto *table[*code++];
increment:
    accumulator++;
    goto *table[*code++];
twice:
    accumulator *= 2;
    goto *table[*code++];
halt:
    return accumulator;
}

int local_choice(int c) {
    void *target = c ? &&yes : &&no;
    goto *target;
yes:
    return 1;
no:
    return 0;
}
//@ run: show --json %s
//@ json: globals[source_name=table]/initializer/relocations/0/value == "&&interpret:halt"
//@ json: globals[source_name=table]/initializer/relocations/2 == {"offset": 16, "size": 8, "value": "&&interpret:twice"}
//@ json: functions[name=interpret]/blocks[name=indirectgoto]/instructions[kind=indirect_jump]/operands/0/type == ptr
//@ json: functions[name=interpret]/blocks[name=indirectgoto]/successors/# == 3
//@ json: functions[name=interpret]/blocks[name=twice]/labels == ["twice"]
//@ json: functions[name=interpret]/loops/# == 1
//@ json: functions[name=interpret]/loops/0/latches/# == 1
//@ json: functions[name=local_choice]/blocks[name=indirectgoto]/successors/# == 2
//@ json: functions[name=local_choice]/blocks/0/instructions[kind=select]/text == "target.1 = %1 ? &&local_choice:yes : &&local_choice:no"
//@ json: unsupported == []
