// A constant table is changed through a pointer that lost its qualifier. The mended version changes a copy.
//@ test:
#include <lariat.h>
#include <string.h>
static const int squares[4] = {0, 1, 4, 9};
static void set(int *p, int value) { *p = value; }
int main(void)
{
    unsigned i = lariat_uint("i");
    lariat_assume(i < 4);
    int copy[4];
    memcpy(copy, squares, sizeof copy);
    set(&copy[i], 5);
    lariat_assert(copy[i] == 5 && squares[3] == 9);
    return 0;
}
