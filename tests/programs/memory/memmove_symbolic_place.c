// memmove to a symbolic place.
//@ test:
#include <lariat.h>
#include <string.h>
int main(void)
{
    char text[12] = "abcdefghijk";
    unsigned to = lariat_uint("to");
    lariat_assume(to < 8);
    memmove(text + to, text + 1, 4);
    lariat_assert(memcmp(text + to, "bcde", 4) == 0);
    lariat_assert(text[11] == 0);
    return 0;
}
