// The result of strchr is used without a look.
//@ test:
#include <lariat.h>
#include <string.h>
int main(void)
{
    char text[4];
    lariat_make_symbolic(text, 4, "text");
    text[3] = 0;
    char *colon = strchr(text, ':');
    return strlen(colon + 1); //! null-dereference
}
