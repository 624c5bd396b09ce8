// A member of an array of structures, one structure too far.
//@ test:
//@ input: i == 3
#include <lariat.h>
struct pair {
    int first;
    short second;
};
int main(void)
{
    struct pair pairs[3] = {{0}};
    unsigned i = lariat_uint("i");
    if (i > 3)
        return 1;
    pairs[i].second = 7; //! out-of-bounds-write
    return 0;
}
