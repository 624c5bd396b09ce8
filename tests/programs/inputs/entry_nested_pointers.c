// Pointers in structures behind pointers.
//@ test: --entry f
//@ input: o->in[0].value == 42
#include <assert.h>
struct in {
    int value;
};
struct out {
    struct in *in;
    int *number;
};
int f(struct out *o)
{
    if (o->number[0] == 17)
        assert(o->in->value != 42); //! assertion-failure
    return 0;
}
