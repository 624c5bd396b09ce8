// With -fwrapv operations on constants wrap like all others.
//@ test: --cflags='-w -fwrapv'
#include <limits.h>
#include <assert.h>

int main(void)
{
    assert(INT_MAX + 1 == INT_MIN);
    assert(-INT_MIN == INT_MIN);
    assert(65536 * 65536 == 0);
    return 0;
}
