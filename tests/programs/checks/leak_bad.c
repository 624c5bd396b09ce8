// Allocated memory is lost.
//@ run: test %s --out %t/out --json --quiet --check-leaks
//@ exit: 1
//@ json: bugs/# == 1
//@ json: bugs/0/kind == memory-leak
//@ json: bugs/0/verdict/result == confirmed
#include <stdlib.h>
int main(void)
{
    char *p = malloc(10);
    p = 0;
    return p != 0;
}
