// Searching in a text.
//@ test:
#include <lariat.h>
#include <string.h>
int main(void)
{
    char text[6];
    lariat_make_symbolic(text, 6, "text");
    text[5] = 0;
    char *found = strstr(text, "ab");
    if (found) {
        lariat_assert(found[0] == 'a' && found[1] == 'b');
        lariat_assert(strchr(text, 'a') <= found);
        lariat_assert(found != text + 3); //! assertion-failure
    } else if (strlen(text) == 2) {
        lariat_assert(!(text[0] == 'a' && text[1] == 'b'));
    }
    return 0;
}
