// A local variable is freed.
//@ run: test %s --out %t/out --json --quiet
//@ exit: 1
//@ json: bugs/# == 1
//@ json: bugs/0/kind == invalid-free
//@ json: bugs/0/place/line == 12
//@ json: bugs/0/verdict/result == confirmed
#include <stdlib.h>
int main(void)
{
    int local = 1, *p = &local;
    free(p);
    return 0;
}
