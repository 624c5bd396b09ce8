// The address just past the end must not be followed.
//@ test:
#include <lariat.h>
int main(void)
{
    char text[5] = "abcd";
    char *p = text;
    char wanted = lariat_char("wanted");
    while (p < text + sizeof text && *p != wanted)
        p++;
    return *p == wanted; //! out-of-bounds-read
}
