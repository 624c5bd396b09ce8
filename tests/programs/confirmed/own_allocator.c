// A program with an allocator of its own.
//@ test:
#include <lariat.h>
#include <stddef.h>
#include <stdio.h>
static char arena[64];
static size_t used;
void *malloc(size_t size)
{
    void *block = arena + used;
    used += (size + 15) & ~(size_t)15;
    return used <= sizeof arena ? block : NULL;
}
void free(void *block) { (void)block; }
int main(void)
{
    int x = lariat_int("x");
    char *p = malloc(8);
    puts("started");
    if (x == 3)
        p[61 + x] = 2; //! out-of-bounds-write
    free(p);
    return 0;
}
