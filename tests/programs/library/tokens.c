// strtok cuts a symbolic text into words.
//@ test:
#include <lariat.h>
#include <string.h>
int main(void)
{
    char text[5];
    lariat_make_symbolic(text, 5, "text");
    text[4] = 0;
    int words = 0;
    for (char *word = strtok(text, ","); word; word = strtok(NULL, ",")) {
        lariat_assert(word[0] != 0 && word[0] != ',');
        words++;
    }
    lariat_assert(words <= 2);
    return 0;
}
