// memset with a length from outside, on the stack.
//@ test:
#include <lariat.h>
#include <string.h>
int main(void)
{
    char buffer[10];
    unsigned char length = lariat_uchar("length");
    if (length < 12)
        memset(buffer, 'x', length); //! out-of-bounds-write
    return 0;
}
