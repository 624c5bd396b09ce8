// An array of variable length in a loop is another one in each round.
//@ test:
#include <lariat.h>
#include <string.h>
int main(void)
{
    int total = 0;
    for (int n = 1; n < 4; n++) {
        char text[n + 1];
        memset(text, 'a', n);
        text[n] = 0;
        total += strlen(text);
    }
    lariat_assert(total == 6);
    return 0;
}
