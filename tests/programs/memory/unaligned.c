// Accesses that are not aligned, over bytes that are partly symbolic.
//@ test: --cflags=-fno-sanitize=alignment
#include <lariat.h>
#include <string.h>
struct __attribute__((packed)) record {
    char tag;
    unsigned value;
    unsigned short check;
};
int main(void)
{
    unsigned char bytes[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    struct record r;
    bytes[2] = lariat_uchar("b");
    memcpy(&r, bytes, sizeof r);
    lariat_assert(r.value == (0x05040002u | (unsigned)bytes[2] << 8));
    lariat_assert(r.check == 0x0706);
    r.value = 0xaabbccdd;
    memcpy(bytes, &r, sizeof r);
    lariat_assert(bytes[1] == 0xdd && bytes[4] == 0xaa && bytes[5] == 6);
    return 0;
}
