// A small program with loops of several kinds: `make demo` shows what Lariat sees in it.
#include <stdio.h>

// Counts the words of a text and remembers the length of the longest one.
static unsigned count_words(const char *text, unsigned *longest)
{
    unsigned words = 0;
    *longest = 0;
    while (*text) {
        while (*text == ' ' || *text == '\t' || *text == '\n')
            text++;
        if (!*text)
            break;
        unsigned length = 0;
        while (*text && *text != ' ' && *text != '\t' && *text != '\n') {
            text++;
            length++;
        }
        words++;
        if (length > *longest)
            *longest = length;
    }
    return words;
}

int main(void)
{
    char buffer[256];
    unsigned total = 0, best = 0;
    while (fgets(buffer, sizeof buffer, stdin)) {
        unsigned longest;
        total += count_words(buffer, &longest);
        if (longest > best)
            best = longest;
    }
    int width = 1;
    for (unsigned n = best; n >= 10; n /= 10)
        width++;
    printf("%u words, longest %*u\n", total, width, best);
    return 0;
}
