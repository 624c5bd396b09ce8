// Constructors see the initial values of global variables; the function sees any. The library's own variables are no inputs.
//@ run: verify %s --entry work --symbolic-globals --out %t/a --time 2m
//@ exit: 1
//@ stdout: false
//@ stdout!: pointers behind arguments
//@ run: verify %s --entry seen --symbolic-globals --out %t/b --time 2m
//@ stdout: true
#include <stdlib.h>
extern void reach_error(void);
int level = 3;
static int early_level;
__attribute__((constructor)) static void early(void)
{
    if (level != 3 || getenv("LEVEL") != NULL)
        reach_error();
    level = 5;
}
int work(int a)
{
    if (level == 7 && a == 1)
        reach_error();
    return early_level;
}
int seen(int a)
{
    return level == 7 && a == 1;
}
