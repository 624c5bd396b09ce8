// A string from outside is copied without a look at its length. The mended version.
//@ test:
#include <lariat.h>
#include <string.h>
int main(void)
{
    char text[7], copy[4];
    lariat_make_symbolic(text, sizeof text, "text");
    text[6] = 0;
    if (strlen(text) < sizeof copy)
        strcpy(copy, text);
    return 0;
}
