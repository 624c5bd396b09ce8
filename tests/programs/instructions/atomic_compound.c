// Compound assignment on atomics that have no instruction of their own is a loop of compare and exchange; big ones are calls.
_Atomic double number;
struct big { int a, b, c, d, e; };
_Atomic struct big large;
_Atomic short counter;

void add(void) {
    number += 1.5; //~ load double atomic=true | fadd double | bitcast i64 | bitcast i64 | compare_exchange align=8 !weak
}

void change(void) {
    struct big copy = large; //~ call callee=__atomic_load
    copy.a++;
    large = copy; //~ call callee=__atomic_store
}

void increment(void) {
    counter++; //~ atomic_update operation=add i16
}

//@ run: show --json --quiet %s
//@ json: functions[name=add]/loops/# == 1
//@ json: functions[name=add]/loops/0/line == 8
//@ json: globals[name=large]/type == "_Atomic struct big"
//@ json: unsupported == []
