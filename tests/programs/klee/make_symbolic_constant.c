// A constant cannot be an input, nor can a local variable that is gone.
//@ test:
//@ bugs: 2
//@ message: is given a constant
//@ message: gone
#include <klee/klee.h>
static const int constant = 3;
static int *gone(void)
{
    int local = 0;
    int *volatile p = &local;
    return p;
}
int main(void)
{
    if (klee_int("x") == 0)
        klee_make_symbolic((void *)&constant, sizeof constant, "constant");
    else
        klee_make_symbolic(gone(), sizeof(int), "gone");
    return constant;
}
