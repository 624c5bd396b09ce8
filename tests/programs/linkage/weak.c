// Weak symbols: a weak definition stands until a strong one replaces it; a weak declaration may stay without any.
int __attribute__((weak)) hook(int a) { return a; }
int weak_data __attribute__((weak)) = 1;
extern int optional(int) __attribute__((weak));
extern int optional_data __attribute__((weak));

int call(int a) {
    if (optional)
        a = optional(a);
    if (&optional_data)
        a += optional_data;
    return hook(a) + weak_data;
}
//@ run: show --json %s
//@ json: functions[name=hook]/linkage == weak
//@ json: functions[name=hook]/defined == true
//@ json: globals[name=weak_data]/linkage == weak
//@ json: globals[name=weak_data]/initializer/bytes == "01"
//@ json: functions[name=optional]/linkage == weak
//@ json: functions[name=optional]/defined == false
//@ json: globals[name=optional_data]/linkage == weak
//@ json: globals[name=optional_data]/defined == false
//@ run: show --json %s weak_override.c
//@ json: functions[name=hook]/linkage == external
//@ json: functions[name=hook]/location/file has weak_override.c
//@ json: globals[name=weak_data]/initializer/bytes == "4d"
//@ json: globals[name=weak_data]/linkage == external
//@ json: functions[name=optional]/defined == true
//@ run: show --json weak_override.c %s
//@ json: functions[name=hook]/location/file has weak_override.c
//@ json: globals[name=weak_data]/initializer/bytes == "4d"
//@ run: show %s
//@ stdout: extern weak i32 optional(i32)
//@ stdout: extern weak i32 @optional_data
