// inline in its C99 forms: static, extern (this file provides the body), and plain (another file must).
static inline int local(int a) { return a + 1; }
extern inline int provided(int a) { return a + 2; }
inline int elsewhere(int a) { return a + 3; }
__attribute__((always_inline)) static inline int always(int a) { return a + 4; }

int use(int a) {
    return local(a) + provided(a) + elsewhere(a) + always(a);
}
//@ run: show --json %s
//@ json: functions[name=local]/linkage == internal
//@ json: functions[name=local]/defined == true
//@ json: functions[name=provided]/linkage == external
//@ json: functions[name=provided]/defined == true
//@ json: functions[name=elsewhere]/linkage == external
//@ json: functions[name=always]/defined == true
//@ json: functions[name=use]/blocks/0/instructions[callee=elsewhere]/kind == call
//@ json: functions[name=use]/blocks/0/instructions[callee=always]/kind == call
