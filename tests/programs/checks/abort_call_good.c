// abort() on one path. The mended version.
//@ run: test %s --out %t/out --json --quiet
//@ exit: 0
//@ json: bugs/# == 0
//@ json: complete == true
void klee_make_symbolic(void *, unsigned long, const char *);
#include <stdlib.h>
int main(void)
{
    char c;
    klee_make_symbolic(&c, 1, "c");
    if (c == '!')
        exit(3);
    return 0;
}
