//@ test:
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

/* 31 bits of two calls. */
static int draw(void)
{
    return (int)(((unsigned)rand() << 15 ^ (unsigned)random()) & 0x7fffffff);
}

int main(void)
{
    static int table[10];
    srandom((unsigned)time(NULL));
    int place = draw() % 11;
    printf("%d\n", table[place]); //! out-of-bounds-read
    int data = rand();
    printf("%d\n", data * data); //! signed-overflow
    return 0;
}
