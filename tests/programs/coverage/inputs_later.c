// A side of a condition is looked for in the middle of a path. What the program asks for behind it is the test's affair.
//@ test:
//@ bugs: none
//@ native: clean
//@ coverage: 6 of 6
#include <klee/klee.h>

int main(void) {
    unsigned x = klee_int("x");
    int kind = x * 3 == 999 ? 1 : 2;
    int y = klee_int("y");
    if (kind == 1 && y == 5)
        return 1;
    return 0;
}
