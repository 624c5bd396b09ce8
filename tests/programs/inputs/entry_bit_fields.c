// Bit-fields, a union and an enumeration.
//@ test: --entry f
#include <assert.h>
enum colour { RED, GREEN, BLUE };
struct flags {
    unsigned mode : 3, on : 1;
    enum colour colour;
    union {
        int i;
        char c[4];
    } u;
};
int f(struct flags flags)
{
    if (flags.mode == 5 && !flags.on && flags.colour == BLUE)
        assert(flags.u.i != 0x01020304); //! assertion-failure
    return 0;
}
