// Variadic functions: defining one (va_start, va_arg, va_copy, va_end) and calling one, structs included.
#include <stdarg.h>

struct pair { long a, b; };

int sum(int n, ...) {
    va_list list;
    va_start(list, n); //~ va_start
    int total = 0;
    while (n-- > 0)
        total += va_arg(list, int);
    va_end(list); //~ va_end
    return total;
}

double twice(int n, ...) {
    va_list list, copy;
    va_start(list, n);
    va_copy(copy, list); //~ va_copy
    double d = va_arg(list, double) + va_arg(copy, double);
    struct pair p = va_arg(list, struct pair);
    va_end(copy);
    va_end(list);
    return d + p.a;
}

int forward(const char *format, va_list list) {
    (void)format;
    return va_arg(list, int);
}

int calls(struct pair p, char c, float f) {
    return sum(2, c, f) + sum(1, p) + sum(0); //~ sext i32 | fpext double | call sum
}
//@ run: show --json %s
//@ json: functions[name=sum]/variadic == true
//@ json: functions[name=calls]/blocks/0/instructions[callee=sum]/fixed_args == 1
//@ json: functions[name=forward]/variadic == false
//@ json: functions[name=forward]/parameters/1/name == list
//@ json: unsupported == []
