// Variable arguments of all kinds, copied lists, and more than fit into registers.
//@ test:
#include <lariat.h>
#include <stdarg.h>
struct pair {
    long a, b, c;
};
static long sum(const char *kinds, ...)
{
    va_list list, copy;
    va_start(list, kinds);
    va_copy(copy, list);
    long total = 0;
    for (int round = 0; round < 2; round++)
        for (const char *kind = kinds; *kind; kind++) {
            va_list *from = round ? &copy : &list;
            switch (*kind) {
            case 'i': total += va_arg(*from, int); break;
            case 'l': total += va_arg(*from, long); break;
            case 'd': total += (long)va_arg(*from, double); break;
            case 'p': total += *va_arg(*from, int *); break;
            case 's': total += va_arg(*from, struct pair).b; break;
            }
        }
    va_end(copy);
    va_end(list);
    return total;
}
int main(void)
{
    int x = lariat_range(-10, 10, "x");
    struct pair pair = {1, 2, 3};
    lariat_assert(sum("") == 0);
    lariat_assert(sum("iil", x, 3, 4l) == 2 * (x + 7));
    lariat_assert(sum("dpis", 2.0, &x, x, pair) == 2 * (2 + 2 * x + 2));
    lariat_assert(sum("iiiiiiiii", 1, 2, 3, 4, 5, 6, 7, 8, x) == 2 * (36 + x));
    lariat_assert(sum("ddddddddddi", 1., 1., 1., 1., 1., 1., 1., 1., 1., 1., x) == 2 * (10 + x));
    return 0;
}
