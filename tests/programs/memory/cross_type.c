// Writing as one type and reading as another: bytes of words, words of bytes.
//@ test:
//@ paths: 1
#include <lariat.h>
#include <string.h>
int main(void)
{
    unsigned long word = lariat_ulong("word");
    unsigned char bytes[8];
    unsigned short shorts[4];
    memcpy(bytes, &word, 8);
    memcpy(shorts, bytes, 8);
    unsigned long again = 0;
    for (int i = 7; i >= 0; i--)
        again = again << 8 | bytes[i];
    lariat_assert(again == word);
    lariat_assert(shorts[2] == (unsigned short)(word >> 32));
    bytes[3] = 0;
    memcpy(&again, bytes, 8);
    lariat_assert(again == (word & ~0xff000000ul));
    return 0;
}
