// A structure behind a pointer, with an array and a structure inside.
//@ test: --entry f
//@ input: s[0].inner.level == 9
#include <assert.h>
struct settings {
    int size;
    unsigned char data[4];
    struct {
        short level;
    } inner;
};
int f(struct settings *s)
{
    if (s->size != 4)
        return 1;
    if (s->data[3] == 200)
        assert(s->inner.level != 9); //! assertion-failure
    return 0;
}
