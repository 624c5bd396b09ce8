// The memory that a function is called with is no allocation of the program's.
//@ test: --entry duplicate --failing-malloc
#include <stdlib.h>
#include <string.h>
char *duplicate(const int *numbers, int count)
{
    if (count != 2)
        return NULL;
    char *copy = malloc(8);
    memcpy(copy, numbers, 4); //! null-dereference
    return copy;
}
