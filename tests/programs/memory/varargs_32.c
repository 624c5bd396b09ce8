// Variable arguments on 32 bits, where they are all in memory.
//@ test: --data-model ILP32
#include <lariat.h>
#include <stdarg.h>
static long long sum(int n, ...)
{
    va_list list;
    va_start(list, n);
    long long total = 0;
    for (int i = 0; i < n; i++)
        total += i % 2 ? va_arg(list, long long) : va_arg(list, int);
    va_end(list);
    return total;
}
int main(void)
{
    int x = lariat_range(0, 5, "x");
    lariat_assert(sum(4, x, 1ll << 40, 3, -5ll) == x + (1ll << 40) - 2);
    return 0;
}
