// How structs and wide values are passed depends on the machine: registers in pieces, by copy, or through a hidden pointer.
struct pair { int a, b; };
struct large { long a[5]; };

struct pair make(int a, int b) {
    struct pair p = { a, b };
    return p;
}

int take(struct pair p) {
    return p.a + p.b;
}

struct large fill(long v) {
    struct large l = { { v } };
    return l;
}

long sum(struct large l, long long w, double d) {
    return l.a[1] + w + (long)d;
}

int caller(int a) {
    return take(make(a, 2)) + (int)sum(fill(3), 4, 5.0);
}
//@ run: show --json %s --data-model=LP64
//@ json: functions[name=make]/machine_parameters/# == 2
//@ json: functions[name=take]/machine_parameters/# == 1
//@ json: functions[name=take]/machine_parameters/0/type == i64
//@ json: functions[name=take]/parameters == [{"name": "p", "type": "struct pair"}]
//@ json: functions[name=fill]/machine_parameters/0/passing == result
//@ json: functions[name=fill]/machine_parameters/0/memory == large
//@ json: functions[name=fill]/result == "struct large"
//@ json: functions[name=sum]/machine_parameters/0/passing == copy
//@ json: functions[name=sum]/machine_parameters/1/type == i64
//@ json: functions[name=sum]/parameters/# == 3
//@ json: functions[name=sum]/parameters/1/type == "long long"
//@ json: unsupported/# == 0
//@ run: show --json %s --data-model=ILP32
//@ json: functions[name=make]/machine_parameters/0/passing == result
//@ json: functions[name=make]/machine_parameters/0/memory == pair
//@ json: functions[name=make]/parameters/# == 2
//@ json: functions[name=take]/machine_parameters/# == 2
//@ json: functions[name=take]/machine_parameters/0/type == i32
//@ json: functions[name=take]/parameters/# == 1
//@ json: functions[name=sum]/machine_parameters/0/passing == copy
//@ json: unsupported/# == 0
