// Strings of symbolic content: lengths and orders.
//@ test:
#include <lariat.h>
#include <string.h>
int main(void)
{
    char a[4], b[4];
    lariat_make_symbolic(a, 4, "a");
    lariat_make_symbolic(b, 4, "b");
    a[3] = b[3] = 0;
    int order = strcmp(a, b);
    lariat_assert((order == 0) == (strcmp(b, a) == 0));
    if (order == 0)
        lariat_assert(strlen(a) == strlen(b));
    if (a[0] && !b[0])
        lariat_assert(order > 0);
    return 0;
}
