// Reading a number from a symbolic text.
//@ test:
//@ input: text == "-42"
#include <lariat.h>
#include <stdlib.h>
int main(void)
{
    char text[4], *end;
    lariat_make_symbolic(text, 4, "text");
    text[3] = 0;
    long n = strtol(text, &end, 10);
    lariat_assert(n >= -99 && n <= 999);
    lariat_assert(end >= text && end <= text + 3);
    if (n == -42 && *end == 0)
        lariat_assert(0); //! assertion-failure
    return 0;
}
