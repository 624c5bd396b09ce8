// memcpy reads what is there. The mended version.
//@ test:
#include <lariat.h>
#include <string.h>
char target[64];
int main(void)
{
    int source[8] = {0};
    unsigned count = lariat_uint("count");
    if (count <= 8)
        memcpy(target, source, count * sizeof *source);
    return 0;
}
