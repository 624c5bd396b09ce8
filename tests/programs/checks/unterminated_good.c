// strncpy does not terminate what is as long as the buffer. The mended version.
//@ test:
#include <lariat.h>
#include <string.h>
int main(void)
{
    char text[5], copy[4];
    lariat_make_symbolic(text, sizeof text, "text");
    text[4] = 0;
    strncpy(copy, text, sizeof copy);
    copy[3] = 0;
    lariat_assert(strlen(copy) <= 3);
    return 0;
}
