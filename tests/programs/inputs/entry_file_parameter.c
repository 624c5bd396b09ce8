// What is behind a pointer to void is bytes.
//@ test: --entry f --capacity 8
#include <assert.h>
#include <string.h>
int f(const void *data, unsigned long size)
{
    if (size == 2)
        assert(memcmp(data, "ab", 2) != 0); //! out-of-bounds-read assertion-failure
    return 0;
}
