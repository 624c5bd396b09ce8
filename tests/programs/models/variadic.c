// va_list is a pointer on one machine and an array of a struct on the other.
#include <stdarg.h>
int sum(int n, ...) {
    va_list list;
    va_start(list, n);
    int total = va_arg(list, int) + (int)va_arg(list, long long) + (int)va_arg(list, double);
    va_end(list);
    return total;
}
