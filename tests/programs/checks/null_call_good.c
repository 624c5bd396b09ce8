// An entry of a table of functions is missing. The mended version.
//@ test:
#include <lariat.h>
static int add(int a) { return a + 1; }
static int sub(int a) { return a - 1; }
static int (*const operations[4])(int) = {add, sub, 0, add};
int main(void)
{
    unsigned op = lariat_uint("op");
    if (op >= 4 || !operations[op])
        return 1;
    int result = operations[op](5);
    lariat_assert(result == (op == 1 ? 4 : 6));
    return 0;
}
