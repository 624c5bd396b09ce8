// The pointer has moved on before it is freed.
//@ test:
#include <lariat.h>
#include <stdlib.h>
#include <string.h>
int main(void)
{
    char *text = malloc(16);
    strcpy(text, "fixed string");
    char wanted = lariat_char("wanted");
    while (*text != 0) {
        if (*text == wanted)
            break;
        text++;
    }
    free(text); //! invalid-free
    return 0;
}
