// The library's way to read a number agrees with a plain one on every text of three characters, and on where it ends.
//@ test: --sym-args 1 1 3 --no-summaries
//@ native: clean
#include <lariat.h>
#include <stdlib.h>

int main(int count, char **arguments)
{
    if (count < 2)
        return 0;
    const char *text = arguments[1], *start = text;
    long value = 0;
    int negative = 0, digits = 0;
    while (*text == ' ' || (*text >= '\t' && *text <= '\r'))
        text++;
    if (*text == '-' || *text == '+')
        negative = *text++ == '-';
    for (; *text >= '0' && *text <= '9'; text++, digits++)
        value = value * 10 + (*text - '0');
    const char *expected_end = digits > 0 ? text : start;
    long expected = negative ? -value : value;
    char *end;
    lariat_assert(strtol(start, &end, 10) == expected);
    lariat_assert(end == expected_end);
    lariat_assert(atoi(start) == expected);
    return 0;
}
