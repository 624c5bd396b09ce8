// va_list is a pointer on one machine and an array of a struct on the other.
#include <stdarg.h>
int sum(int n, ...) {
    va_list list;
    va_start(list, n);
    int total = va_arg(list, int) + (int)va_arg(list, long long) + (int)va_arg(list, double);
    va_end(list);
    return total;
}
//@ run: show --json %s --data-model=LP64
//@ json: functions[name=sum]/variadic == true
//@ json: functions[name=sum]/variables[name=list]/location/line == 4
//@ json: unsupported/# == 0
//@ run: show --json %s --data-model=ILP32
//@ json: functions[name=sum]/variadic == true
//@ json: functions[name=sum]/blocks/0/instructions[kind=va_start]/operands/0/text == "&list"
//@ json: unsupported/# == 0
