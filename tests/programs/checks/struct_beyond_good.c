// A member of an array of structures. The mended version.
//@ test:
#include <lariat.h>
struct pair {
    int first;
    short second;
};
int main(void)
{
    struct pair pairs[3] = {{0}};
    unsigned i = lariat_uint("i");
    if (i >= 3)
        return 1;
    pairs[i].second = 7;
    return pairs[2].first;
}
