// Classes of characters on a symbolic character.
//@ test:
#include <lariat.h>
#include <ctype.h>
int main(void)
{
    unsigned char c = lariat_uchar("c");
    lariat_assert(!isdigit(c) == !(c >= '0' && c <= '9'));
    lariat_assert(!isalpha(c) || isalnum(c));
    if (isupper(c))
        lariat_assert(tolower(c) == c + 32);
    if (isspace(c) && !isblank(c))
        lariat_assert(c >= 10 && c <= 13);
    lariat_assert(!isxdigit(c) || isalnum(c));
    return 0;
}
