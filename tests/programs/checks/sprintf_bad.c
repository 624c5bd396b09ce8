// A number with its sign and its end needs more room.
//@ test:
#include <lariat.h>
#include <stdio.h>
int main(void)
{
    char text[4];
    int n = lariat_range(-1000, 1000, "n");
    if (n == 37 || n == -100)
        sprintf(text, "%d", n); //! out-of-bounds-write
    return 0;
}
