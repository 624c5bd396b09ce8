/* Text to integers: the strtol family, atoi, and their aliases.
 *
 * A symbolic string forks on overflow, and on what stands in front of the digits where a prefix may choose the base. All else is
 * arithmetic, also where the digits begin and end. */
#include "lariat_number.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>

struct parsed_integer {
    uint64_t magnitude;
    int negative;
    int overflow;
};

/* Base 0 and 16 allow a prefix, which decides what the digits are; so what stands in front of them is decided, too. */
static size_t skip_prefix(const void *text, int is_wide, int *base, int *negative)
{
    size_t position = 0;
    while (lariat_is_space(lariat_character(text, position, is_wide)))
        position++;
    int first = lariat_character(text, position, is_wide);
    if (first == '-') {
        *negative = 1;
        position++;
    } else if (first == '+') {
        position++;
    }
    first = lariat_character(text, position, is_wide);
    if (first == '0' && lariat_lower(lariat_character(text, position + 1, is_wide)) == 'x' &&
        lariat_digit_value(lariat_character(text, position + 2, is_wide)) < 16) {
        *base = 16;
        return position + 2;
    }
    if (*base == 0)
        *base = first == '0' ? 8 : 10;
    return position;
}

static int is_valid_base(int base)
{
    return base == 0 || (base >= 2 && base <= 36);
}

/* `positive_limit` and `negative_limit` are the largest magnitudes for each sign. `used` becomes the length of the number. */
static struct parsed_integer parse_integer(const void *text, int is_wide, size_t *used, int base, uint64_t positive_limit,
                                           uint64_t negative_limit)
{
    struct parsed_integer result = { 0, 0, 0 };
    struct lariat_number number;
    size_t digits = 0;
    int has_prefix = base == 0 || base == 16;
    if (has_prefix) {
        digits = skip_prefix(text, is_wide, &base, &result.negative);
        if (result.negative)
            positive_limit = negative_limit;
    }
    const char *start = (const char *)text + digits * (is_wide ? sizeof(wchar_t) : 1);
    struct lariat_number_text source = { start,   LARIAT_UNLIMITED, (unsigned)base, !has_prefix,
                                         INT_MAX, positive_limit,   negative_limit, is_wide };
    lariat_read_number(&source, &number);
    result.magnitude = number.magnitude;
    result.negative |= number.negative;
    result.overflow = number.overflow;
    *used = (size_t)lariat_select(number.digits, number.consumed + digits, 0);
    return result;
}

static int64_t parse_signed(const void *text, int is_wide, size_t *used, int base, int64_t largest)
{
    uint64_t negative_limit = (uint64_t)largest + 1;
    struct parsed_integer parsed = parse_integer(text, is_wide, used, base, (uint64_t)largest, negative_limit);
    if (parsed.overflow) {
        errno = ERANGE;
        return parsed.negative ? -largest - 1 : largest;
    }
    return (int64_t)lariat_select(parsed.negative, 0 - parsed.magnitude, parsed.magnitude);
}

static uint64_t parse_unsigned(const void *text, int is_wide, size_t *used, int base, uint64_t largest)
{
    struct parsed_integer parsed = parse_integer(text, is_wide, used, base, largest, largest);
    if (parsed.overflow) {
        errno = ERANGE;
        return largest;
    }
    return lariat_select(parsed.negative, 0 - parsed.magnitude, parsed.magnitude) & largest;
}

#define LARGEST_SIGNED(type) ((int64_t)((uint64_t)-1 >> (65 - 8 * sizeof(type))))
#define LARGEST_UNSIGNED(type) ((uint64_t)-1 >> (64 - 8 * sizeof(type)))

#define TEXT_FUNCTION(type, name, character, parse, largest)                                                          \
    type name(const character *restrict text, character **restrict end, int base)                                    \
    {                                                                                                                \
        size_t used;                                                                                                 \
        if (!is_valid_base(base)) {                                                                                  \
            errno = EINVAL;                                                                                          \
            return 0;                                                                                                \
        }                                                                                                            \
        type value = (type)parse(text, sizeof(character) != 1, &used, base, largest);                                \
        if (end != NULL)                                                                                             \
            *end = (character *)text + used;                                                                         \
        return value;                                                                                                \
    }
#define INTEGER_FUNCTION(type, name, parse, largest) TEXT_FUNCTION(type, name, char, parse, largest)
#define INTEGER_FAMILY(type, name, parse, largest)                                                                   \
    INTEGER_FUNCTION(type, name, parse, largest)                                                                     \
    INTEGER_FUNCTION(type, __isoc23_##name, parse, largest)                                                          \
    INTEGER_FUNCTION(type, __##name, parse, largest)                                                                 \
    type __##name##_internal(const char *restrict text, char **restrict end, int base, int group)                    \
    {                                                                                                                \
        (void)group;                                                                                                 \
        return name(text, end, base);                                                                                \
    }
#define WIDE_FAMILY(type, name, parse, largest)                                                                      \
    TEXT_FUNCTION(type, name, wchar_t, parse, largest)                                                               \
    TEXT_FUNCTION(type, __isoc23_##name, wchar_t, parse, largest)

INTEGER_FAMILY(long, strtol, parse_signed, LARGEST_SIGNED(long))
INTEGER_FAMILY(unsigned long, strtoul, parse_unsigned, LARGEST_UNSIGNED(unsigned long))
INTEGER_FAMILY(long long, strtoll, parse_signed, LARGEST_SIGNED(long long))
INTEGER_FAMILY(unsigned long long, strtoull, parse_unsigned, LARGEST_UNSIGNED(unsigned long long))
INTEGER_FAMILY(intmax_t, strtoimax, parse_signed, LARGEST_SIGNED(intmax_t))
INTEGER_FAMILY(uintmax_t, strtoumax, parse_unsigned, LARGEST_UNSIGNED(uintmax_t))
INTEGER_FUNCTION(long long, strtoq, parse_signed, LARGEST_SIGNED(long long))
INTEGER_FUNCTION(unsigned long long, strtouq, parse_unsigned, LARGEST_UNSIGNED(unsigned long long))

WIDE_FAMILY(long, wcstol, parse_signed, LARGEST_SIGNED(long))
WIDE_FAMILY(unsigned long, wcstoul, parse_unsigned, LARGEST_UNSIGNED(unsigned long))
WIDE_FAMILY(long long, wcstoll, parse_signed, LARGEST_SIGNED(long long))
WIDE_FAMILY(unsigned long long, wcstoull, parse_unsigned, LARGEST_UNSIGNED(unsigned long long))
WIDE_FAMILY(intmax_t, wcstoimax, parse_signed, LARGEST_SIGNED(intmax_t))
WIDE_FAMILY(uintmax_t, wcstoumax, parse_unsigned, LARGEST_UNSIGNED(uintmax_t))

int atoi(const char *text)
{
    return (int)strtol(text, NULL, 10);
}

long atol(const char *text)
{
    return strtol(text, NULL, 10);
}

long long atoll(const char *text)
{
    return strtoll(text, NULL, 10);
}

double atof(const char *text)
{
    return strtod(text, NULL);
}
