// abort() on one path.
//@ run: test %s --out %t/out --json --quiet
//@ exit: 1
//@ json: bugs/# == 1
//@ json: bugs/0/kind == abort
//@ json: bugs/0/place/line == 15
//@ json: bugs/0/verdict/result == confirmed
void klee_make_symbolic(void *, unsigned long, const char *);
#include <stdlib.h>
int main(void)
{
    char c;
    klee_make_symbolic(&c, 1, "c");
    if (c == '!')
        abort();
    return 0;
}
