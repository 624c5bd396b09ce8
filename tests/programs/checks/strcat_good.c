// Two strings that fit alone do not fit together. The mended version.
//@ test:
#include <lariat.h>
#include <stdlib.h>
#include <string.h>
int main(void)
{
    char first[4], second[4], *both = malloc(7);
    lariat_make_symbolic(first, sizeof first, "first");
    lariat_make_symbolic(second, sizeof second, "second");
    first[3] = second[3] = 0;
    strcpy(both, first);
    strcat(both, second);
    lariat_assert(strlen(both) == strlen(first) + strlen(second));
    free(both);
    return 0;
}
