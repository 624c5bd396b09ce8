// A structure as one input; its members are independent.
//@ test:
#include <klee/klee.h>
#include <assert.h>
struct message {
    char kind;
    unsigned short length;
    long data[2];
};
int main(void)
{
    struct message m;
    klee_make_symbolic(&m, sizeof m, "m");
    if (m.kind == 'd' && m.length == 2 && m.data[1] == -5)
        assert(m.data[0] != 0x1122334455667788); //! assertion-failure
    return 0;
}
