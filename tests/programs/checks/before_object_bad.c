// What is before an object is outside of it, even where something that is freed by now came before it.
//@ run: test %s --out %t/out
//@ exit: 1
//@ stdout: out-of-bounds-read
//@ stdout: 1 byte at offset -1 of allocated memory of 8 bytes
//@ stdout!: use-after-free
//@ stdout!: not confirmed
#include <stdlib.h>
#include <string.h>
int main(void)
{
    char *old = malloc(8), *text = malloc(8);
    int end = 8;
    free(old);
    if (!text)
        return 1;
    memset(text, ' ', 8);
    while (text[end - 1] == ' ')
        end--;
    free(text);
    return end;
}
