//@ test: --sym-args 1 1 11
#include <stdio.h>

int main(int count, char **arguments)
{
    static const char table[16] = "0123456789abcde";
    unsigned place = 0;
    if (count < 2 || sscanf(arguments[1], "%u", &place) != 1)
        return 1;
    putchar(table[place]); //! out-of-bounds-read
    return 0;
}
