// An entry of a table of functions is missing.
//@ test:
//@ input: op == 2
#include <lariat.h>
static int add(int a) { return a + 1; }
static int sub(int a) { return a - 1; }
static int (*const operations[4])(int) = {add, sub, 0, add};
int main(void)
{
    unsigned op = lariat_uint("op");
    if (op >= 4)
        return 1;
    return operations[op](5); //! null-dereference
}
