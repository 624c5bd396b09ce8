// The padding of a structure is not initialised; comparing it asks for trouble, comparing members does not.
//@ test: --check-uninitialised
#include <lariat.h>
struct padded {
    char c;
    int i;
};
int main(void)
{
    struct padded a, b;
    a.c = b.c = lariat_char("c");
    a.i = b.i = lariat_int("i");
    lariat_assert(a.c == b.c && a.i == b.i);
    return 0;
}
