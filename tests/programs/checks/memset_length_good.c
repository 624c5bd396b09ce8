// memset with a length from outside, on the stack. The mended version.
//@ test:
#include <lariat.h>
#include <string.h>
int main(void)
{
    char buffer[10] = "";
    unsigned char length = lariat_uchar("length");
    if (length > 10)
        return 1;
    memset(buffer, 'x', length);
    for (unsigned i = 0; i < 10; i++)
        lariat_assert(buffer[i] == (i < length ? 'x' : 0));
    return 0;
}
