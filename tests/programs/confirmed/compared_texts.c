// How much two texts differ is what the C library says, also where a sanitizer says only which is the smaller one.
//@ test:
#include <assert.h>
#include <lariat.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
int main(void)
{
    char s[4], *memory = malloc(8);
    lariat_make_symbolic(s, sizeof s, "s");
    s[3] = 0;
    int difference = strcmp(s, "ab");
    if (difference == 5)
        abort(); //! abort
    assert(difference != -7); //! assertion-failure
    if (strncmp(s, "b", 2) == 20)
        *(volatile int *)0 = 1; //! null-dereference
    if (strcasecmp(s, "K") == 9)
        memory[difference > 0 ? 8 : 9] = 1; //! out-of-bounds-write
    if (strncasecmp(s, "M", 1) == 3)
        free(memory + 1); //! invalid-free
    free(memory);
    return 0;
}
