// What is freed was not allocated. The sanitizer has several words for it.
//@ test:
#include <lariat.h>
#include <stdlib.h>
static int table[10];
static void release(void *pointer)
{
    free(pointer); //! invalid-free
}
int main(int argc, char **argv)
{
    (void)argc;
    char local[4];
    int x = lariat_int("x");
    if (x == 1)
        free((void *)16); //! invalid-free
    if (x == 2)
        free(argv[0]); //! invalid-free
    if (x == 3)
        free(local); //! invalid-free
    if (x == 4)
        free("literal"); //! invalid-free
    if (x == 5)
        free(table + 1); //! invalid-free
    if (x == 6)
        free((char *)malloc(8) + 1); //! invalid-free
    if (x == 7)
        release(&x);
    if (x == 8)
        free((void *)main); //! invalid-free
    return 0;
}
