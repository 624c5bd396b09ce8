/* scanf's formats against glibc: result, values stored, and how far the input was read. */
#include "model.h"

#include <errno.h>
#include <math.h>

MODEL(sscanf)

struct values {
    long long integers[2];
    long double floats[2];
    char texts[2][200];
    int position;
};

/* The targets of one directive. */
static void *target_of(struct values *values, char kind, int which)
{
    switch (kind) {
    case 'i': return &values->integers[which];
    case 'f': return &values->floats[which];
    default: return values->texts[which];
    }
}

static char random_directive(char *format)
{
    static const char *const integer[] = { "%d", "%i", "%u", "%x", "%o", "%X", "%ld", "%lld", "%hd", "%hhd", "%3d", "%2x", "%zu",
                                           "%ji", "%1d", "%5i", "%hhx", "%lu", "%tu" };
    static const char *const floating[] = { "%f", "%lf", "%Lf", "%e", "%lg", "%5f", "%3lf", "%a" };
    static const char *const text[] = { "%s", "%3s", "%c", "%2c", "%[a-c]", "%[^,]", "%[]x]", "%5[0-9]", "%[^]a]", "%[a-]",
                                        "%1s", "%[-a]" };
    switch (below(4)) {
    case 0:
        strcat(format, floating[below(8)]);
        return 'f';
    case 1:
        strcat(format, text[below(12)]);
        return 't';
    default:
        strcat(format, integer[below(19)]);
        return 'i';
    }
}

static void random_input(char *input)
{
    static const char *const words[] = { "12", "-7", "+3", "0x1f", "0x", "007", "08", "99999999999999999999", "2147483648", "1.5",
                                         "-.25e3", "1e", "1e+5", "inf", "nan", "infinity", "abc", "a,b", ",", " ", "\n", "x]", "-",
                                         "+", ".", "3.x", "0x1.8p1", "%", "cab", "4294967295", "-9223372036854775809", "9e99" };
    *input = 0;
    for (unsigned i = below(5); i > 0; i--) {
        strcat(input, words[below(32)]);
        strcat(input, below(3) ? " " : below(2) ? "" : ",");
    }
}

static void one_case(void)
{
    static const char *const between[] = { "", " ", ",", " ,", "x", "%%", "%*d", "%*s", "%*c" };
    struct values expected, found;
    char format[64] = "", input[200], kinds[2];
    memset(&expected, 0x5a, sizeof expected);
    memset(&found, 0x5a, sizeof found);
    expected.position = found.position = -1;
    kinds[0] = random_directive(format);
    strcat(format, between[below(9)]);
    kinds[1] = random_directive(format);
    strcat(format, "%n");
    random_input(input);
    /* glibc takes "0x" for no number, but "-0x" for one. */
    if ((strstr(input, "-0x") != NULL || strstr(input, "+0x") != NULL) && (kinds[0] == 'f' || kinds[1] == 'f'))
        return;
    char *exact = exact_copy(input, strlen(input) + 1);
    errno = model_errno = 0;
    int expected_result = sscanf(exact, format, target_of(&expected, kinds[0], 0), target_of(&expected, kinds[1], 1),
                                 &expected.position);
    int found_result = model_sscanf(exact, format, target_of(&found, kinds[0], 0), target_of(&found, kinds[1], 1),
                                    &found.position);
    /* The payload of a NaN is not compared. */
    int same = 1;
    for (int i = 0; i < 2; i++)
        if (kinds[i] == 'f' && memcmp(&expected.floats[i], &found.floats[i], 10) != 0)
            same = strstr(input, "nan") != NULL;
    memset(expected.floats, 0, sizeof expected.floats);
    memset(found.floats, 0, sizeof found.floats);
    same &= memcmp(&expected.integers, &found.integers, sizeof expected.integers) == 0 &&
            memcmp(&expected.texts, &found.texts, sizeof expected.texts) == 0;
    CHECK(same && expected_result == found_result && expected.position == found.position,
          "sscanf(\"%s\", \"%s\"): %d values, position %d; should be %d, %d; first %lld %lld second %lld %lld", exact, format,
          found_result, found.position, expected_result, expected.position, found.integers[0], expected.integers[0],
          found.integers[1], expected.integers[1]);
    free(exact);
}

void run_cases(long rounds)
{
    for (long turn = 0; turn < rounds; turn++)
        one_case();
    char *memory = NULL;
    CHECK(model_sscanf("  hello world", "%ms", &memory) == 1 && strcmp(memory, "hello") == 0, "%%ms");
    free(memory);
}
