// Where a number ends is decided only when something behind it is read.
//@ test: --sym-stdin 12
#include <stdio.h>

int main(void)
{
    int first, second;
    if (scanf("%d %d", &first, &second) != 2)
        return 1;
    if (first < 0)
        return 2;
    printf("%d\n", first / second); //! division-by-zero
    return 0;
}
