// memcpy reads more than there is.
//@ test:
#include <lariat.h>
#include <string.h>
char target[64];
int main(void)
{
    int source[8] = {0};
    unsigned count = lariat_uint("count");
    if (count <= 10)
        memcpy(target, source, count * sizeof *source); //! out-of-bounds-read
    return 0;
}
