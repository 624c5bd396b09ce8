// The address just past the end may be formed and compared.
//@ test:
#include <lariat.h>
int main(void)
{
    char text[5] = "abcd";
    char *end = text + sizeof text, *p = text;
    char wanted = lariat_char("wanted");
    while (p != end && *p != wanted)
        p++;
    lariat_assert(p == end || *p == wanted);
    lariat_assert(end - text == 5);
    return 0;
}
