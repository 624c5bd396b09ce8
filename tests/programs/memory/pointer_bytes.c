// A pointer copied byte by byte, and one kept in an array of characters.
//@ test:
#include <lariat.h>
#include <string.h>
int main(void)
{
    int value = lariat_int("value"), *p = &value, *q;
    unsigned char bytes[sizeof p];
    for (unsigned i = 0; i < sizeof p; i++)
        bytes[i] = ((unsigned char *)&p)[i];
    memcpy(&q, bytes, sizeof q);
    lariat_assert(q == p && *q == value);
    return 0;
}
