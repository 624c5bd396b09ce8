/* Floating point to text for printf: %e %f %g %a, exact to the last digit for double and long double.
 *
 * Every binary fraction has a finite decimal expansion: m * 2^-k is m * 5^k with the point k places from the right. All its
 * digits are computed and then rounded half to even, so no precision is too large and no rounding happens twice. */
#include "lariat_models.h"

#include <string.h>

/* 0.d1 d2 d3 ... * 10^point; digits that are not there are zeros. */
struct decimal {
    char *digits;
    int count;
    int point;
};

enum {
    DOUBLE_WORDS = 96,
    LONG_DOUBLE_WORDS = 1300,
    DIGITS_OF_A_WORD = 9,
    WORD_BASE = 1000000000,
};

static int multiply_words(uint32_t *words, int used, uint32_t factor)
{
    uint64_t carry = 0;
    for (int i = 0; i < used; i++) {
        carry += (uint64_t)words[i] * factor;
        words[i] = (uint32_t)(carry % WORD_BASE);
        carry /= WORD_BASE;
    }
    if (carry != 0)
        words[used++] = (uint32_t)carry;
    return used;
}

/* A power of a small base, in as few multiplications as fit a word. */
static int multiply_power(uint32_t *words, int used, uint32_t base, uint32_t chunk, int chunk_power, int power)
{
    for (; power >= chunk_power; power -= chunk_power)
        used = multiply_words(words, used, chunk);
    for (; power > 0; power--)
        used = multiply_words(words, used, base);
    return used;
}

static void expand(const struct lariat_float *value, uint32_t *words, struct decimal *result)
{
    uint64_t mantissa = value->mantissa;
    int exponent = value->exponent, used = 0;
    while (exponent < 0 && (mantissa & 1) == 0) {
        mantissa >>= 1;
        exponent++;
    }
    for (; mantissa != 0; mantissa /= WORD_BASE)
        words[used++] = (uint32_t)(mantissa % WORD_BASE);
    if (exponent >= 0)
        used = multiply_power(words, used, 2, 1u << 29, 29, exponent);
    else
        used = multiply_power(words, used, 5, 244140625u, 12, -exponent);
    result->count = 0;
    for (int i = used - 1; i >= 0; i--) {
        uint32_t rest = words[i], place = WORD_BASE / 10;
        for (; place > 0; place /= 10) {
            uint32_t digit = rest / place;
            rest %= place;
            if (result->count > 0 || digit != 0)
                result->digits[result->count++] = (char)('0' + digit);
        }
    }
    result->point = exponent < 0 ? result->count + exponent : result->count;
}

static void round_decimal(struct decimal *number, int keep)
{
    if (keep >= number->count)
        return;
    if (keep < 0) {
        number->count = 0;
        return;
    }
    int first = number->digits[keep] - '0', rest = 0;
    for (int i = keep + 1; i < number->count; i++)
        rest |= number->digits[i] != '0';
    int odd = keep > 0 && (number->digits[keep - 1] & 1);
    int up = first > 5 || (first == 5 && (rest || odd));
    number->count = keep;
    if (!up)
        return;
    int i = keep - 1;
    while (i >= 0 && number->digits[i] == '9')
        i--;
    number->count = i + 1;
    if (i >= 0) {
        number->digits[i]++;
    } else {
        number->digits[0] = '1';
        number->count = 1;
        number->point++;
    }
}

static void strip_zeros(struct decimal *number)
{
    while (number->count > 0 && number->digits[number->count - 1] == '0')
        number->count--;
}

/* `count` digits from the place `start`, which may lie before the first or after the last. */
static void put_digits(struct lariat_sink *sink, const struct decimal *number, int start, int count)
{
    int before = start < 0 ? (-start < count ? -start : count) : 0;
    lariat_sink_repeat(sink, '0', (size_t)before);
    start += before;
    count -= before;
    int there = number->count - start;
    there = there < 0 ? 0 : there < count ? there : count;
    if (there > 0)
        lariat_sink_bytes(sink, number->digits + start, (size_t)there);
    lariat_sink_repeat(sink, '0', (size_t)(count - there));
}

static size_t put_padding(struct lariat_sink *sink, const struct lariat_directive *directive, char sign, int64_t length,
                          int may_be_zeros)
{
    int64_t total = length + (sign != 0);
    size_t padding = directive->width > total ? (size_t)(directive->width - total) : 0;
    int zeros = directive->zeros && !directive->left && may_be_zeros;
    if (!directive->left && !zeros)
        lariat_sink_repeat(sink, ' ', padding);
    if (sign != 0)
        lariat_sink_bytes(sink, &sign, 1);
    if (zeros)
        lariat_sink_repeat(sink, '0', padding);
    return directive->left ? padding : 0;
}

static int exponent_text(char *text, char letter, int exponent, int least_digits)
{
    char digits[8];
    int count = 0, length = 0, magnitude = exponent < 0 ? -exponent : exponent;
    do {
        digits[count++] = (char)('0' + magnitude % 10);
        magnitude /= 10;
    } while (magnitude != 0 || count < least_digits);
    text[length++] = letter;
    text[length++] = exponent < 0 ? '-' : '+';
    while (count > 0)
        text[length++] = digits[--count];
    return length;
}

static void put_fixed(struct lariat_sink *sink, const struct lariat_directive *directive, const struct decimal *number,
                      char sign, int fraction)
{
    int whole = number->count > 0 && number->point > 0 ? number->point : 1;
    int first = number->count > 0 ? number->point : 1;
    int has_point = fraction > 0 || directive->alternative;
    size_t after = put_padding(sink, directive, sign, (int64_t)whole + has_point + fraction, 1);
    put_digits(sink, number, first - whole, whole);
    if (has_point)
        lariat_sink_bytes(sink, ".", 1);
    put_digits(sink, number, first, fraction);
    lariat_sink_repeat(sink, ' ', after);
}

static void put_scientific(struct lariat_sink *sink, const struct lariat_directive *directive, const struct decimal *number,
                           char sign, int fraction, char letter)
{
    char exponent[16];
    int exponent_length = exponent_text(exponent, letter, number->count > 0 ? number->point - 1 : 0, 2);
    int has_point = fraction > 0 || directive->alternative;
    size_t after = put_padding(sink, directive, sign, (int64_t)1 + has_point + fraction + exponent_length, 1);
    put_digits(sink, number, 0, 1);
    if (has_point)
        lariat_sink_bytes(sink, ".", 1);
    put_digits(sink, number, 1, fraction);
    lariat_sink_bytes(sink, exponent, (size_t)exponent_length);
    lariat_sink_repeat(sink, ' ', after);
}

static void put_general(struct lariat_sink *sink, const struct lariat_directive *directive, struct decimal *number, char sign,
                        int precision, char letter)
{
    precision = precision == 0 ? 1 : precision;
    round_decimal(number, precision);
    int exponent = number->count > 0 ? number->point - 1 : 0;
    int significant = precision;
    if (!directive->alternative) {
        strip_zeros(number);
        significant = number->count;
    }
    if (exponent < -4 || exponent >= precision) {
        put_scientific(sink, directive, number, sign, significant > 1 ? significant - 1 : 0, letter);
    } else {
        int fraction = significant - 1 - exponent;
        put_fixed(sink, directive, number, sign, fraction > 0 ? fraction : 0);
    }
}

static void put_decimal(struct lariat_sink *sink, const struct lariat_directive *directive, const struct lariat_float *value,
                        char sign, uint32_t *words, char *digits)
{
    struct decimal number = { digits, 0, 1 };
    int upper = lariat_in_range(directive->conversion, 'A', 'Z');
    int precision = directive->precision < 0 ? 6 : directive->precision;
    if (value->class != LARIAT_ZERO)
        expand(value, words, &number);
    switch (lariat_lower(directive->conversion)) {
    case 'f':
        if (number.point > -2147483647 + precision && number.point + (int64_t)precision < 2147483647)
            round_decimal(&number, number.point + precision);
        put_fixed(sink, directive, &number, sign, precision);
        break;
    case 'e':
        if (precision < 2147483647)
            round_decimal(&number, precision + 1);
        put_scientific(sink, directive, &number, sign, precision, upper ? 'E' : 'e');
        break;
    default:
        put_general(sink, directive, &number, sign, precision, upper ? 'E' : 'e');
        break;
    }
}

/* Apart, so that the large arrays live only where a long double is printed. */
static void put_double(struct lariat_sink *sink, const struct lariat_directive *directive, const struct lariat_float *value,
                       char sign)
{
    uint32_t words[DOUBLE_WORDS];
    char digits[DOUBLE_WORDS * DIGITS_OF_A_WORD];
    put_decimal(sink, directive, value, sign, words, digits);
}

static void put_long_double(struct lariat_sink *sink, const struct lariat_directive *directive,
                            const struct lariat_float *value, char sign)
{
    uint32_t words[LONG_DOUBLE_WORDS];
    char digits[LONG_DOUBLE_WORDS * DIGITS_OF_A_WORD];
    put_decimal(sink, directive, value, sign, words, digits);
}

/* glibc shows a double as one bit before the point and 52 after it, an x86 long double as four bits and 60. */
static void put_hexadecimal(struct lariat_sink *sink, const struct lariat_directive *directive,
                            const struct lariat_float *value, char sign)
{
    int upper = directive->conversion == 'A';
    int digits = value->is_long_double ? 15 : 13, exponent = 0;
    uint64_t mantissa = value->mantissa;
    if (value->class != LARIAT_ZERO)
        exponent = value->exponent + 4 * digits;
    uint64_t whole = mantissa >> (4 * digits), fraction = mantissa & (((uint64_t)1 << (4 * digits)) - 1);
    int precision = directive->precision;
    if (precision >= 0 && precision < digits) {
        int cut = 4 * (digits - precision);
        uint64_t rest = fraction & (((uint64_t)1 << cut) - 1), half = (uint64_t)1 << (cut - 1);
        uint64_t kept = cut == 4 * digits ? whole : fraction >> cut;
        fraction &= ~(((uint64_t)1 << cut) - 1);
        if (rest > half || (rest == half && (kept & 1))) {
            fraction += (uint64_t)1 << cut;
            whole += fraction >> (4 * digits);
            fraction &= ((uint64_t)1 << (4 * digits)) - 1;
            if (whole == 16) {
                whole = 1;
                exponent += 4;
            }
        }
    }
    char text[32], exponent_digits[16];
    int length = 0;
    for (int i = digits - 1; i >= 0; i--) {
        int digit = (int)(fraction >> (4 * i)) & 15;
        text[length++] = (char)(digit < 10 ? '0' + digit : (upper ? 'A' : 'a') + digit - 10);
    }
    if (precision < 0) {
        while (length > 0 && text[length - 1] == '0')
            length--;
        precision = length;
    }
    length = length < precision ? length : precision;
    int exponent_length = exponent_text(exponent_digits, upper ? 'P' : 'p', exponent, 1);
    int has_point = precision > 0 || directive->alternative;
    char prefix[2] = { '0', upper ? 'X' : 'x' };
    char first = (char)(whole < 10 ? '0' + whole : (upper ? 'A' : 'a') + (whole - 10));
    /* The padding zeros come after 0x, so the prefix is written between sign and zeros. */
    int64_t total = (int64_t)(sign != 0) + 3 + has_point + precision + exponent_length;
    size_t padding = directive->width > total ? (size_t)(directive->width - total) : 0;
    int zeros = directive->zeros && !directive->left;
    if (!directive->left && !zeros)
        lariat_sink_repeat(sink, ' ', padding);
    if (sign != 0)
        lariat_sink_bytes(sink, &sign, 1);
    lariat_sink_bytes(sink, prefix, 2);
    if (zeros)
        lariat_sink_repeat(sink, '0', padding);
    lariat_sink_bytes(sink, &first, 1);
    if (has_point)
        lariat_sink_bytes(sink, ".", 1);
    lariat_sink_bytes(sink, text, (size_t)length);
    lariat_sink_repeat(sink, '0', (size_t)(precision - length));
    lariat_sink_bytes(sink, exponent_digits, (size_t)exponent_length);
    if (directive->left)
        lariat_sink_repeat(sink, ' ', padding);
}

void lariat_format_float(struct lariat_sink *sink, const struct lariat_directive *directive, const struct lariat_float *value)
{
    char sign = value->negative ? '-' : directive->plus ? '+' : directive->space ? ' ' : 0;
    if (value->class == LARIAT_INFINITE || value->class == LARIAT_NAN) {
        int upper = lariat_in_range(directive->conversion, 'A', 'Z');
        const char *text = value->class == LARIAT_NAN ? (upper ? "NAN" : "nan") : (upper ? "INF" : "inf");
        size_t after = put_padding(sink, directive, sign, 3, 0);
        lariat_sink_bytes(sink, text, 3);
        lariat_sink_repeat(sink, ' ', after);
    } else if (lariat_lower(directive->conversion) == 'a') {
        put_hexadecimal(sink, directive, value, sign);
    } else if (value->is_long_double) {
        put_long_double(sink, directive, value, sign);
    } else {
        put_double(sink, directive, value, sign);
    }
}
