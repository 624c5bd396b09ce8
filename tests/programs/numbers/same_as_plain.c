// The library's way to read a number agrees with a plain one on every text of three characters, and on where it ends.
//@ test: --sym-args 1 1 3 --no-summaries
//@ native: clean
#include <lariat.h>
#include <stdlib.h>

static long plain(const char *text, const char **end)
{
    const char *start = text;
    long value = 0;
    int negative = 0, digits = 0;
    while (*text == ' ' || (*text >= '\t' && *text <= '\r'))
        text++;
    if (*text == '-' || *text == '+')
        negative = *text++ == '-';
    for (; *text >= '0' && *text <= '9'; text++, digits++)
        value = value * 10 + (*text - '0');
    *end = digits > 0 ? text : start;
    return negative ? -value : value;
}

int main(int count, char **arguments)
{
    const char *expected_end;
    char *end;
    if (count < 2)
        return 0;
    long expected = plain(arguments[1], &expected_end);
    lariat_assert(strtol(arguments[1], &end, 10) == expected);
    lariat_assert(end == expected_end);
    lariat_assert(atoi(arguments[1]) == expected);
    return 0;
}
