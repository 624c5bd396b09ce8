// memcpy with a length from outside. The mended version; one path, whatever the length.
//@ test:
//@ paths: 2
#include <lariat.h>
#include <stdlib.h>
#include <string.h>
int main(void)
{
    char source[32] = "thirty-two bytes are enough now";
    char *target = malloc(16);
    size_t length = lariat_size("length");
    if (length <= 16)
        memcpy(target, source, length);
    free(target);
    return 0;
}
