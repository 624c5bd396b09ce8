//@ test: --sym-stdin 12
//@ paths: 3
#include <stdio.h>

int main(void)
{
    short value = 0;
    int square = 0;
    if (fscanf(stdin, "%hd", &value) == 1)
        square = value * value * 2; //! signed-overflow
    printf("%x %5d %-8u|%+i\n", square, square, (unsigned)square, square);
    return 0;
}
