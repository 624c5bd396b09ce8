// A copy of a symbolic text on the heap.
//@ test: --check-leaks
#include <lariat.h>
#include <stdlib.h>
#include <string.h>
int main(void)
{
    char text[4];
    lariat_make_symbolic(text, 4, "text");
    text[3] = 0;
    char *copy = strdup(text);
    lariat_assert(strcmp(copy, text) == 0 && copy != text);
    if (copy[0] == 'q')
        return copy[strlen(text) + 1]; //! out-of-bounds-read
    free(copy);
    return 0;
}
