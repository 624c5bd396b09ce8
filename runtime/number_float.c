/* Text to floating point: strtod, strtof, strtold, exactly rounded.
 *
 * A decimal number is a fraction of two natural numbers; long division gives 64 bits of it, one more, and whether anything is
 * left. That is enough to round to any of the formats. Short numbers, which is nearly all of them, need one exact
 * multiplication or division; that is also the way taken for symbolic digits, which then fork nowhere. */
#include "lariat_models.h"

#include <errno.h>
#include <stdlib.h>

#include "bignum.h"

/* magnitude = (top + guard/2 + something below if sticky) * 2^exponent; the highest bit of `top` is set unless it is 0. */
struct binary {
    uint64_t top;
    int guard;
    int sticky;
    int exponent;
};

struct float_kind {
    int precision;         /* mantissa bits with the leading one */
    int smallest_exponent; /* of the last mantissa bit */
    int largest_exponent;  /* of the last mantissa bit */
    int largest_decimal;   /* 10^this and more is infinite */
    int smallest_decimal;  /* below 10^this is zero */
    int digits;            /* digits beyond these matter only by being zero or not */
};

static const struct float_kind float_kind = { 24, -149, 104, 40, -60, 800 };
static const struct float_kind double_kind = { 53, -1074, 971, 310, -340, 800 };
static const struct float_kind long_double_kind = { 64, -16445, 16320, 4940, -4970, 11600 };

enum { DOUBLE_WORDS = 180, LONG_DOUBLE_WORDS = 1900 };

/* What the text says, before rounding. */
struct number_text {
    enum { NO_NUMBER, DECIMAL, HEXADECIMAL, INFINITY_TEXT, NAN_TEXT } form;
    int negative;
    const char *digits; /* digits with at most one point between them */
    const char *digits_end;
    const char *end;
    int digit_count;
    int exponent; /* of ten, or of two; counted from the last digit */
};

static int same_word(const char *text, const char *word)
{
    for (; *word != 0; text++, word++)
        if (lariat_lower(*text) != *word)
            return 0;
    return 1;
}

/* Exponents beyond this decide everything; stopping there keeps them from overflowing. */
enum { EXPONENT_LIMIT = 100000000 };

static const char *read_exponent(const char *position, int *exponent)
{
    const char *digits = position + 1;
    int negative = 0, value = 0;
    if (*digits == '-' || *digits == '+')
        negative = *digits++ == '-';
    if (!lariat_is_digit(*digits))
        return position;
    for (; lariat_is_digit(*digits); digits++)
        if (value < EXPONENT_LIMIT)
            value = value * 10 + (*digits - '0');
    *exponent += negative ? -value : value;
    return digits;
}

static const char *skip_nan_text(const char *position)
{
    const char *inside = position;
    if (*inside++ != '(')
        return position;
    while (lariat_digit_value(*inside) < 36 || *inside == '_')
        inside++;
    return *inside == ')' ? inside + 1 : position;
}

static void read_digits(struct number_text *number, const char *position, unsigned base)
{
    int after_point = 0, any = 0;
    number->digits = position;
    for (;; position++) {
        if (lariat_digit_value(*position) < base) {
            any = 1;
            number->digit_count++;
            number->exponent -= after_point;
        } else if (*position == '.' && !after_point) {
            after_point = 1;
        } else {
            break;
        }
    }
    if (!any)
        return;
    number->form = base == 16 ? HEXADECIMAL : DECIMAL;
    number->digits_end = position;
    if (base == 16)
        number->exponent *= 4;
    if (lariat_lower(*position) == (base == 16 ? 'p' : 'e'))
        position = read_exponent(position, &number->exponent);
    number->end = position;
}

static struct number_text read_number(const char *text)
{
    struct number_text number = { NO_NUMBER, 0, text, text, text, 0, 0 };
    const char *position = text;
    while (lariat_is_space(*position))
        position++;
    if (*position == '-' || *position == '+')
        number.negative = *position++ == '-';
    if (lariat_is_digit(*position) || *position == '.') {
        if (*position == '0' && lariat_lower(position[1]) == 'x' &&
            (lariat_digit_value(position[2]) < 16 || (position[2] == '.' && lariat_digit_value(position[3]) < 16)))
            read_digits(&number, position + 2, 16);
        else
            read_digits(&number, position, 10);
    } else if (same_word(position, "inf")) {
        number.form = INFINITY_TEXT;
        number.end = position + (same_word(position + 3, "inity") ? 8 : 3);
    } else if (same_word(position, "nan")) {
        number.form = NAN_TEXT;
        number.end = skip_nan_text(position + 3);
    }
    if (number.form == NO_NUMBER)
        number.negative = 0;
    return number;
}

/* Sixteen digits from the first that is not zero fill `top` but for up to three bits, which come from the digit after them. */
static struct binary binary_from_hexadecimal(const struct number_text *number)
{
    struct binary result = { 0, 0, 0, number->exponent };
    unsigned next_digit = 0;
    int kept = 0;
    for (const char *position = number->digits; position < number->digits_end; position++) {
        if (*position == '.')
            continue;
        unsigned digit = lariat_digit_value(*position);
        if (kept < 16)
            result.top = result.top << 4 | digit;
        else if (kept == 16)
            next_digit = digit;
        else
            result.sticky |= digit != 0;
        if (kept >= 16)
            result.exponent += 4;
        kept += (kept > 0) | (digit != 0);
    }
    if (result.top == 0)
        return result;
    int room = 4;
    while (result.top >> 63 == 0) {
        unsigned bit = 0;
        if (room > 0)
            bit = (next_digit >> --room) & 1;
        result.top = result.top << 1 | bit;
        result.exponent--;
    }
    if (room > 0) {
        result.guard = (next_digit >> (room - 1)) & 1;
        result.sticky |= (next_digit & ((1u << (room - 1)) - 1)) != 0;
    }
    return result;
}

/* The first bits of numerator / denominator, neither being 0. Both are used up. */
static struct binary divide(struct bignum *numerator, struct bignum *denominator)
{
    struct binary result = { 0, 0, 0, 0 };
    int exponent = bignum_bits(numerator) - bignum_bits(denominator);
    if (exponent > 0)
        bignum_shift_left(denominator, exponent);
    else
        bignum_shift_left(numerator, -exponent);
    if (bignum_compare(numerator, denominator) < 0) {
        bignum_shift_left(numerator, 1);
        exponent--;
    }
    for (int bit = 0; bit < 65; bit++) {
        int is_one = bignum_compare(numerator, denominator) >= 0;
        if (is_one)
            bignum_subtract(numerator, denominator);
        bignum_shift_left(numerator, 1);
        if (bit < 64)
            result.top = result.top << 1 | (unsigned)is_one;
        else
            result.guard = is_one;
    }
    result.sticky = numerator->used > 0;
    result.exponent = exponent - 63;
    return result;
}

/* Leaves the magnitude out if it is beyond what the format can hold anyway: `exponent` then says to which side. */
static struct binary binary_from_decimal(const struct number_text *number, const struct float_kind *kind, uint32_t *first,
                                         uint32_t *second)
{
    struct bignum numerator = { first, 0 }, denominator = { second, 1 };
    struct binary nothing = { 0, 0, 0, 0 };
    int kept = 0, exponent = number->exponent, rest = 0;
    for (const char *position = number->digits; position < number->digits_end; position++) {
        if (*position == '.')
            continue;
        unsigned digit = (unsigned)(*position - '0');
        if (kept < kind->digits) {
            bignum_multiply_add(&numerator, 10, digit);
            kept += (kept > 0) | (digit != 0);
        } else {
            rest |= digit != 0;
            exponent++;
        }
    }
    if (numerator.used == 0)
        return nothing;
    if (rest) {
        /* A digit that stands for all that were left out, which together are between 0 and 1 of the last place. */
        bignum_multiply_add(&numerator, 10, 1);
        exponent--;
        kept++;
    }
    struct binary huge = { (uint64_t)1 << 63, 0, 1, 1000000 }, tiny = { (uint64_t)1 << 63, 0, 1, -1000000 };
    if (kept + exponent > kind->largest_decimal)
        return huge;
    if (kept + exponent < kind->smallest_decimal)
        return tiny;
    denominator.words[0] = 1;
    if (exponent >= 0)
        bignum_multiply_power_of_ten(&numerator, exponent);
    else
        bignum_multiply_power_of_ten(&denominator, -exponent);
    return divide(&numerator, &denominator);
}

struct rounded {
    uint64_t mantissa;
    int exponent; /* of the last bit; beyond the largest means infinite */
    int range_error;
};

/* Half to even. `shift` bits of `top` go. */
static int rounds_up(const struct binary *value, int shift, uint64_t *kept, int *inexact)
{
    int half, rest = value->sticky;
    if (shift == 0) {
        *kept = value->top;
        half = value->guard;
    } else if (shift < 64) {
        *kept = value->top >> shift;
        half = (value->top >> (shift - 1)) & 1;
        rest |= value->guard | ((value->top & (((uint64_t)1 << (shift - 1)) - 1)) != 0);
    } else {
        *kept = 0;
        half = shift == 64 && value->top >> 63 != 0;
        rest |= value->guard | (shift == 64 ? value->top << 1 != 0 : value->top != 0);
    }
    *inexact = half | rest;
    return half & (rest | (int)(*kept & 1));
}

static struct rounded round_to(const struct binary *value, const struct float_kind *kind)
{
    struct rounded result = { 0, kind->smallest_exponent, 0 };
    if (value->top == 0)
        return result;
    int natural = 64 - kind->precision;
    int shift = natural, inexact;
    if (value->exponent + shift < kind->smallest_exponent)
        shift = kind->smallest_exponent - value->exponent;
    int is_small = shift > natural;
    int up = rounds_up(value, shift, &result.mantissa, &inexact);
    result.exponent = value->exponent + shift;
    uint64_t carried = kind->precision == 64 ? 0 : (uint64_t)1 << kind->precision;
    if (up && ++result.mantissa == carried) {
        result.mantissa = (uint64_t)1 << (kind->precision - 1);
        result.exponent++;
    }
    if (is_small && inexact) {
        /* An underflow, unless with unbounded exponents it would have been rounded up to the smallest normal number. */
        uint64_t kept;
        int ignored;
        int reaches = shift == natural + 1 && rounds_up(value, natural, &kept, &ignored) && kept + 1 == carried;
        result.range_error = !reaches;
    }
    if (result.exponent > kind->largest_exponent)
        result.range_error = 1;
    return result;
}

static struct rounded convert(const struct number_text *number, const struct float_kind *kind, uint32_t *first,
                              uint32_t *second)
{
    struct binary binary = number->form == HEXADECIMAL ? binary_from_hexadecimal(number)
                                                       : binary_from_decimal(number, kind, first, second);
    struct rounded rounded = round_to(&binary, kind);
    if (rounded.range_error)
        errno = ERANGE;
    return rounded;
}

/* Numbers with few digits and a small exponent: both parts are exact, so one operation rounds correctly. */
static int is_short(const struct number_text *number, int digits, int exponent)
{
    return number->form == DECIMAL && number->digit_count <= digits && number->exponent <= exponent &&
           number->exponent >= -exponent;
}

static uint64_t short_digits(const struct number_text *number)
{
    uint64_t value = 0;
    for (const char *position = number->digits; position < number->digits_end; position++)
        if (*position != '.')
            value = value * 10 + (unsigned)(*position - '0');
    return value;
}

static double exact_power_of_ten(int power)
{
    double result = 1;
    for (int i = 0; i < power; i++)
        result *= 10;
    return result;
}

static uint64_t with_sign(uint64_t bits, int negative, int sign_position)
{
    return bits | (uint64_t)negative << sign_position;
}

double strtod(const char *restrict text, char **restrict end)
{
    union {
        double value;
        uint64_t bits;
    } result;
    struct number_text number = read_number(text);
    if (end != NULL)
        *end = (char *)number.end;
    result.bits = 0;
    if (number.form == INFINITY_TEXT) {
        result.bits = 0x7ff0000000000000u;
    } else if (number.form == NAN_TEXT) {
        result.bits = 0x7ff8000000000000u;
    } else if (is_short(&number, 15, 22)) {
        double digits = (double)(int64_t)short_digits(&number);
        double value = number.exponent < 0 ? digits / exact_power_of_ten(-number.exponent)
                                           : digits * exact_power_of_ten(number.exponent);
        return number.negative ? -value : value;
    } else if (number.form != NO_NUMBER) {
        uint32_t first[DOUBLE_WORDS], second[DOUBLE_WORDS];
        struct rounded rounded = convert(&number, &double_kind, first, second);
        if (rounded.exponent > double_kind.largest_exponent)
            result.bits = 0x7ff0000000000000u;
        else if (rounded.mantissa >> 52 == 0)
            result.bits = rounded.mantissa;
        else
            result.bits = (rounded.mantissa & 0xfffffffffffffu) | (uint64_t)(rounded.exponent + 1075) << 52;
    }
    result.bits = with_sign(result.bits, number.negative, 63);
    return result.value;
}

float strtof(const char *restrict text, char **restrict end)
{
    union {
        float value;
        uint32_t bits;
    } result;
    struct number_text number = read_number(text);
    if (end != NULL)
        *end = (char *)number.end;
    result.bits = 0;
    if (number.form == INFINITY_TEXT) {
        result.bits = 0x7f800000u;
    } else if (number.form == NAN_TEXT) {
        result.bits = 0x7fc00000u;
    } else if (is_short(&number, 7, 10)) {
        float digits = (float)(int32_t)short_digits(&number);
        float power = (float)exact_power_of_ten(number.exponent < 0 ? -number.exponent : number.exponent);
        float value = number.exponent < 0 ? digits / power : digits * power;
        return number.negative ? -value : value;
    } else if (number.form != NO_NUMBER) {
        uint32_t first[DOUBLE_WORDS], second[DOUBLE_WORDS];
        struct rounded rounded = convert(&number, &float_kind, first, second);
        if (rounded.exponent > float_kind.largest_exponent)
            result.bits = 0x7f800000u;
        else if (rounded.mantissa >> 23 == 0)
            result.bits = (uint32_t)rounded.mantissa;
        else
            result.bits = (uint32_t)(rounded.mantissa & 0x7fffffu) | (uint32_t)(rounded.exponent + 150) << 23;
    }
    result.bits |= (uint32_t)number.negative << 31;
    return result.value;
}

long double strtold(const char *restrict text, char **restrict end)
{
    union {
        long double value;
        struct {
            uint64_t mantissa;
            uint16_t sign_and_exponent;
        } parts;
    } result;
    struct number_text number = read_number(text);
    if (end != NULL)
        *end = (char *)number.end;
    result.value = 0;
    if (number.form == INFINITY_TEXT || number.form == NAN_TEXT) {
        result.parts.mantissa = (uint64_t)(number.form == NAN_TEXT ? 3 : 2) << 62;
        result.parts.sign_and_exponent = 0x7fff;
    } else if (number.form != NO_NUMBER) {
        uint32_t first[LONG_DOUBLE_WORDS], second[LONG_DOUBLE_WORDS];
        struct rounded rounded = convert(&number, &long_double_kind, first, second);
        result.parts.mantissa = rounded.mantissa;
        if (rounded.exponent > long_double_kind.largest_exponent) {
            result.parts.mantissa = (uint64_t)1 << 63;
            result.parts.sign_and_exponent = 0x7fff;
        } else if (rounded.mantissa >> 63 != 0) {
            result.parts.sign_and_exponent = (uint16_t)(rounded.exponent + 16446);
        }
    }
    result.parts.sign_and_exponent |= (uint16_t)(number.negative << 15);
    return result.value;
}

double __strtod_internal(const char *restrict text, char **restrict end, int group)
{
    (void)group;
    return strtod(text, end);
}

float __strtof_internal(const char *restrict text, char **restrict end, int group)
{
    (void)group;
    return strtof(text, end);
}

long double __strtold_internal(const char *restrict text, char **restrict end, int group)
{
    (void)group;
    return strtold(text, end);
}
