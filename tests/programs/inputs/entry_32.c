// An entry function on 32 bits.
//@ test: --entry f --data-model ILP32
//@ input: n == 2147483647
#include <assert.h>
struct pair {
    long a;
    char *text;
};
int f(struct pair *p, long n)
{
    if (p->a == 5 && p->text[0] == 'x')
        n = n + 1; //! signed-overflow
    return n > 4;
}
