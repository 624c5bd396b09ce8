// What memory of the heap holds before it is written is up to the test, and the native program gets it.
//@ test:
//@ input: uninitialised:heap:1 in memory != 0
#include <lariat.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>
static char *grown(void)
{
    char *text = malloc(3);
    if (text == NULL)
        exit(1);
    text[1] = 'b';
    return realloc(text, 6);
}
int main(void)
{
    int which = lariat_range(0, 7, "which");
    int *numbers = malloc(8);
    if (numbers == NULL)
        return 1;
    switch (which) {
    case 1:
        if (numbers[1] == 42)
            abort(); //! abort
        break;
    case 2:
        return numbers[0] + numbers[1]; //! signed-overflow
    case 3: {
        // The first bytes come from malloc, the last ones from realloc.
        char *text = grown();
        if (text != NULL && text[0] == 'a' && text[1] == 'b' && text[4] == 'e')
            abort(); //! abort
        break;
    }
    case 4: {
        double *d = aligned_alloc(16, 16);
        if (d != NULL && d[1] == 1.5)
            abort(); //! abort
        break;
    }
    case 5: {
        void *block;
        char *copy = strdup("text");
        if (copy != NULL && posix_memalign(&block, 16, 16) == 0 && memcmp(block, "secret", 6) == 0)
            abort(); //! abort
        break;
    }
    case 6: {
        char *copy = realloc(strdup("text"), 9), *more = reallocarray(NULL, 3, 5);
        if (copy != NULL && more != NULL && copy[8] == 'x' && more[14] == 'y')
            abort(); //! abort
        break;
    }
    case 7: {
        int *zero = calloc(2, 4);
        if (zero != NULL && zero[1] != 0)
            abort();
        break;
    }
    default: break;
    }
    return 0;
}
