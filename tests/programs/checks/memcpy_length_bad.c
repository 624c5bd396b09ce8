// memcpy with a length from outside, into the heap.
//@ test:
#include <lariat.h>
#include <stdlib.h>
#include <string.h>
int main(void)
{
    char source[32] = "thirty-two bytes are enough now";
    char *target = malloc(16);
    size_t length = lariat_size("length");
    if (length <= sizeof source)
        memcpy(target, source, length); //! out-of-bounds-write
    free(target);
    return 0;
}
