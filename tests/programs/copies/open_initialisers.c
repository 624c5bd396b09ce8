// What an initialiser leaves open in a global, a static variable or a compound literal is zero.
//@ test:
//@ test: --check-uninitialised
//@ verify: --property unreach-call
//@ verdict: true
#include <string.h>
extern void reach_error(void);
union u { int i; char c; };
struct padded { char c; int i; short s; };
struct bits { unsigned a : 3; unsigned : 5; unsigned b : 9; };

union u g = { .c = 1 };
union u many[3] = { { .c = 2 }, { .c = 3 } };
struct padded p = { 'a', 5, 6 };
struct { char c; union u u; double d; } nested = { .u = { .c = 7 } };
struct bits fields = { 5, 300 };
const union u constant = { .c = 9 };

static unsigned sum(const void *object, unsigned size)
{
    unsigned total = 0;
    for (unsigned i = 0; i < size; i++)
        total += ((const unsigned char *)object)[i];
    return total;
}

int main(void)
{
    static union u s = { .c = 4 };
    static struct padded t = { 'b', 1, 1 };
    union u *literal = &(union u){ .c = 8 };
    union u local = { .c = 1 };
    if (g.i != 1 || many[0].i != 2 || many[1].i != 3 || many[2].i != 0 || s.i != 4)
        reach_error();
    if (sum(&p, sizeof p) != 'a' + 5 + 6 || sum(&t, sizeof t) != 'b' + 2)
        reach_error();
    if (nested.u.i != 7 || sum(&nested, sizeof nested) != 7 || constant.i != 9)
        reach_error();
    if (sum(&fields, sizeof fields) == 0)
        reach_error();
    return literal->c == 8 && local.c == 1 ? 0 : 1;
}
