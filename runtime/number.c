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
    int valid_base;
};

/* Base 0 and 16 allow a prefix, which decides what the digits are; so what stands in front of them is decided, too. */
static const char *skip_prefix(const char *position, int *base, int *negative)
{
    while (lariat_is_space(*position))
        position++;
    if (*position == '-') {
        *negative = 1;
        position++;
    } else if (*position == '+') {
        position++;
    }
    if (*position == '0' && lariat_lower(position[1]) == 'x' && lariat_digit_value(position[2]) < 16) {
        *base = 16;
        return position + 2;
    }
    if (*base == 0)
        *base = *position == '0' ? 8 : 10;
    return position;
}

/* `positive_limit` and `negative_limit` are the largest magnitudes for each sign. */
static struct parsed_integer parse_integer(const char *text, char **end, int base, uint64_t positive_limit,
                                           uint64_t negative_limit)
{
    struct parsed_integer result = { 0, 0, 0, 1 };
    struct lariat_number number;
    const char *digits = text;
    if (base < 0 || base == 1 || base > 36) {
        result.valid_base = 0;
        return result;
    }
    int has_prefix = base == 0 || base == 16;
    if (has_prefix) {
        digits = skip_prefix(text, &base, &result.negative);
        if (result.negative)
            positive_limit = negative_limit;
    }
    struct lariat_number_text source = { digits,   LARIAT_UNLIMITED, (unsigned)base, !has_prefix,
                                         INT_MAX, positive_limit,   negative_limit };
    lariat_read_number(&source, &number);
    result.magnitude = number.magnitude;
    result.negative |= number.negative;
    result.overflow = number.overflow;
    if (end != NULL)
        *end = (char *)text + lariat_select(number.digits, number.consumed + (uint64_t)(digits - text), 0);
    return result;
}

static int64_t parse_signed(const char *text, char **end, int base, int64_t largest)
{
    uint64_t negative_limit = (uint64_t)largest + 1;
    struct parsed_integer parsed = parse_integer(text, end, base, (uint64_t)largest, negative_limit);
    if (!parsed.valid_base) {
        errno = EINVAL;
        return 0;
    }
    if (parsed.overflow) {
        errno = ERANGE;
        return parsed.negative ? -largest - 1 : largest;
    }
    return (int64_t)lariat_select(parsed.negative, 0 - parsed.magnitude, parsed.magnitude);
}

static uint64_t parse_unsigned(const char *text, char **end, int base, uint64_t largest)
{
    struct parsed_integer parsed = parse_integer(text, end, base, largest, largest);
    if (!parsed.valid_base) {
        errno = EINVAL;
        return 0;
    }
    if (parsed.overflow) {
        errno = ERANGE;
        return largest;
    }
    return lariat_select(parsed.negative, 0 - parsed.magnitude, parsed.magnitude) & largest;
}

#define LARGEST_SIGNED(type) ((int64_t)((uint64_t)-1 >> (65 - 8 * sizeof(type))))
#define LARGEST_UNSIGNED(type) ((uint64_t)-1 >> (64 - 8 * sizeof(type)))

#define INTEGER_FUNCTION(type, name, parse, largest)                                                                 \
    type name(const char *restrict text, char **restrict end, int base)                                              \
    {                                                                                                                \
        return (type)parse(text, end, base, largest);                                                                \
    }
#define INTEGER_FAMILY(type, name, parse, largest)                                                                   \
    INTEGER_FUNCTION(type, name, parse, largest)                                                                     \
    INTEGER_FUNCTION(type, __isoc23_##name, parse, largest)                                                          \
    INTEGER_FUNCTION(type, __##name, parse, largest)                                                                 \
    type __##name##_internal(const char *restrict text, char **restrict end, int base, int group)                    \
    {                                                                                                                \
        (void)group;                                                                                                 \
        return (type)parse(text, end, base, largest);                                                                \
    }

INTEGER_FAMILY(long, strtol, parse_signed, LARGEST_SIGNED(long))
INTEGER_FAMILY(unsigned long, strtoul, parse_unsigned, LARGEST_UNSIGNED(unsigned long))
INTEGER_FAMILY(long long, strtoll, parse_signed, LARGEST_SIGNED(long long))
INTEGER_FAMILY(unsigned long long, strtoull, parse_unsigned, LARGEST_UNSIGNED(unsigned long long))
INTEGER_FAMILY(intmax_t, strtoimax, parse_signed, LARGEST_SIGNED(intmax_t))
INTEGER_FAMILY(uintmax_t, strtoumax, parse_unsigned, LARGEST_UNSIGNED(uintmax_t))
INTEGER_FUNCTION(long long, strtoq, parse_signed, LARGEST_SIGNED(long long))
INTEGER_FUNCTION(unsigned long long, strtouq, parse_unsigned, LARGEST_UNSIGNED(unsigned long long))

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
