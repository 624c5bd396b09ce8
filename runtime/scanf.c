/* The scanf family.
 *
 * Characters are taken one at a time with at most one given back, as on a stream, so what is left unread after a mismatch is
 * what the C library would leave. Decimal and octal numbers are read without deciding where they end (lariat_number.h); it is
 * decided when something behind them is read. */
#include "lariat_number.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* Not <stdio.h>: it renames the functions defined here to those of one C standard. */
typedef struct _IO_FILE FILE;
extern FILE *stdin;
enum { EOF = -1 };

static size_t size_of_character(const struct lariat_source *source)
{
    return source->is_wide ? sizeof(wchar_t) : 1;
}

/* What stands at a place of the format. */
static int format_character(const struct lariat_source *source, const char *place)
{
    return source->is_wide ? (int)source->wide_format[place - source->format] : (unsigned char)*place;
}

static int next_character(struct lariat_source *source)
{
    int character;
    if (source->stream != NULL) {
        character = source->is_wide ? (int)lariat_stream_get_wide(source->stream) : lariat_stream_get(source->stream);
    } else {
        if (lariat_is_symbolic((uint64_t)(uintptr_t)source->string))
            source->string = (const char *)(uintptr_t)lariat_each((uint64_t)(uintptr_t)source->string);
        character = lariat_character(source->string, 0, source->is_wide);
        if (!source->is_wide)
            character = (unsigned char)character;
        if (character == 0)
            return EOF;
        source->string += size_of_character(source);
    }
    source->taken += character != EOF;
    return character;
}

static void give_back(struct lariat_source *source, int character)
{
    if (character == EOF)
        return;
    source->taken--;
    if (source->stream != NULL)
        lariat_stream_unread(source->stream, character);
    else
        source->string -= size_of_character(source);
}

static int next_after_spaces(struct lariat_source *source)
{
    int character;
    do
        character = next_character(source);
    while (character != EOF && lariat_is_space(character));
    return character;
}

struct conversion {
    int suppressed;
    int allocates;
    int width; /* INT_MAX if none was given */
    int length;
    int is_long; /* one l: double, or wide characters */
    int is_long_double;
    char letter;
    const char *set; /* of %[, behind the bracket */
    const char *set_end;
};

enum outcome { MATCHED, MISMATCHED, INPUT_ENDED };

static void store_integer(void *target, int length, uint64_t value)
{
    switch (length) {
    case 1: *(unsigned char *)target = (unsigned char)value; break;
    case 2: *(unsigned short *)target = (unsigned short)value; break;
    case 8: *(uint64_t *)target = value; break;
    default: *(unsigned *)target = (unsigned)value; break;
    }
}

/* Values that do not fit are what strtol and strtoul make of them: the nearest long, cut to the size of the target. */
static uint64_t finish_integer(uint64_t magnitude, int negative, int overflow, int is_signed, int bits)
{
    uint64_t largest = is_signed ? (uint64_t)-1 >> (65 - bits) : (uint64_t)-1 >> (64 - bits);
    uint64_t limit = is_signed ? largest + (unsigned)negative : largest;
    if (overflow || magnitude > limit) {
        errno = ERANGE;
        if (!is_signed)
            return largest;
        return negative ? 0 - (largest + 1) : largest;
    }
    return negative ? 0 - magnitude : magnitude;
}

/* A number of a base that no prefix can change. */
static enum outcome scan_plain_integer(struct lariat_source *source, const struct lariat_number_text *text, int is_signed,
                                       uint64_t *value)
{
    struct lariat_number number;
    uint64_t largest = text->positive_limit;
    lariat_read_number(text, &number);
    source->taken += (int)number.consumed;
    if (source->stream != NULL)
        lariat_stream_skip(source->stream, number.consumed, number.met_end);
    else
        source->string += number.consumed * size_of_character(source);
    if (!number.digits)
        return number.blank ? INPUT_ENDED : MISMATCHED;
    /* What is stored of a number that is too large depends on its sign only. */
    *value = lariat_select(number.negative, 0 - number.magnitude, number.magnitude);
    if (number.overflow) {
        errno = ERANGE;
        *value = is_signed ? lariat_select(number.negative, 0 - (largest + 1), largest) : largest;
    }
    return MATCHED;
}

static enum outcome scan_integer(struct lariat_source *source, const struct conversion *conversion, uint64_t *value)
{
    int is_signed = conversion->letter == 'd' || conversion->letter == 'i';
    unsigned base = is_signed || conversion->letter == 'u' ? 10 : conversion->letter == 'o' ? 8 : 16;
    int detects = conversion->letter == 'i', negative = 0, overflow = 0, digits = 0, width = conversion->width;
    int bits = conversion->length == 8 ? 64 : (int)(8 * sizeof(long));
    uint64_t magnitude = 0;
    struct lariat_number_text text = { source->string, LARIAT_UNLIMITED, base, 1, width, 0, 0, source->is_wide };
    const char *window;
    text.positive_limit = is_signed ? (uint64_t)-1 >> (65 - bits) : (uint64_t)-1 >> (64 - bits);
    text.negative_limit = text.positive_limit + (unsigned)is_signed;
    if (!detects && base != 16 &&
        (source->stream == NULL || lariat_stream_window(source->stream, &window, &text.available))) {
        if (source->stream != NULL) {
            text.bytes = window;
            text.is_wide = 0;
        }
        return scan_plain_integer(source, &text, is_signed, value);
    }
    int character = next_after_spaces(source);
    if (character == EOF)
        return INPUT_ENDED;
    if (character == '-' || character == '+') {
        negative = character == '-';
        width--;
        character = width > 0 ? next_character(source) : EOF;
    }
    if (width > 0 && character == '0' && (detects || base == 16)) {
        digits = 1;
        width--;
        character = width > 0 ? next_character(source) : EOF;
        if (width > 0 && character != EOF && lariat_lower(character) == 'x') {
            /* As in glibc, a prefix without digits is the number 0. */
            base = 16;
            width--;
            character = width > 0 ? next_character(source) : EOF;
        } else if (detects) {
            base = 8;
        }
    }
    while (width > 0 && character != EOF && lariat_digit_value(character) < base) {
        unsigned digit = lariat_digit_value(character);
        overflow |= magnitude > ((uint64_t)-1 - digit) / base;
        magnitude = magnitude * base + digit;
        digits = 1;
        width--;
        character = width > 0 ? next_character(source) : EOF;
    }
    if (width > 0)
        give_back(source, character);
    if (!digits)
        return MISMATCHED;
    *value = finish_integer(magnitude, negative, overflow, is_signed, bits);
    return MATCHED;
}

/* Collects the text of a number for strtod. Digits beyond the room can no longer matter for a result in a test. */
struct collected {
    char text[1200];
    int length;
    int width;
    int character;
};

static void collect(struct lariat_source *source, struct collected *number)
{
    if (number->length < (int)sizeof number->text - 1)
        number->text[number->length++] = (char)number->character;
    number->width--;
    number->character = number->width > 0 ? next_character(source) : EOF;
}

static int collect_word(struct lariat_source *source, struct collected *number, const char *word)
{
    for (; *word != 0; word++) {
        if (number->character == EOF || lariat_lower(number->character) != *word)
            return 0;
        collect(source, number);
    }
    return 1;
}

static int collect_digits(struct lariat_source *source, struct collected *number, unsigned base)
{
    int digits = 0;
    for (; number->character != EOF && lariat_digit_value(number->character) < base; digits++)
        collect(source, number);
    return digits;
}

/* False if what was read cannot be the beginning of a number. */
static int collect_number(struct lariat_source *source, struct collected *number)
{
    unsigned base = 10;
    int digits = 0;
    if (number->character == '-' || number->character == '+')
        collect(source, number);
    if (number->character == EOF)
        return 0;
    if (lariat_lower(number->character) == 'n')
        return collect_word(source, number, "nan");
    if (lariat_lower(number->character) == 'i') {
        if (!collect_word(source, number, "inf"))
            return 0;
        return number->character == EOF || lariat_lower(number->character) != 'i' || collect_word(source, number, "inity");
    }
    if (number->character == '0') {
        digits = 1;
        collect(source, number);
        if (number->character != EOF && lariat_lower(number->character) == 'x') {
            base = 16;
            digits = 0;
            collect(source, number);
        }
    }
    digits += collect_digits(source, number, base);
    if (number->character == '.') {
        collect(source, number);
        digits += collect_digits(source, number, base);
        /* glibc takes even 0x. for a number. */
        digits += base == 16;
    }
    if (digits == 0)
        return 0;
    if (number->character != EOF && lariat_lower(number->character) == (base == 16 ? 'p' : 'e')) {
        collect(source, number);
        if (number->character == '-' || number->character == '+')
            collect(source, number);
        collect_digits(source, number, 10);
    }
    return 1;
}

static enum outcome scan_float(struct lariat_source *source, const struct conversion *conversion, void *target)
{
    struct collected number;
    number.length = 0;
    number.width = conversion->width;
    number.character = next_after_spaces(source);
    if (number.character == EOF)
        return INPUT_ENDED;
    int matched = collect_number(source, &number);
    if (number.width > 0)
        give_back(source, number.character);
    if (!matched)
        return MISMATCHED;
    number.text[number.length] = 0;
    if (target == NULL)
        return MATCHED;
    if (conversion->is_long_double)
        *(long double *)target = strtold(number.text, NULL);
    else if (conversion->is_long)
        *(double *)target = strtod(number.text, NULL);
    else
        *(float *)target = strtof(number.text, NULL);
    return MATCHED;
}

/* Membership without a branch per range: only the end of the set is looked for. */
static int is_in_set(const struct lariat_source *source, int character, const char *set, const char *end)
{
    int inverted = 0, found = 0;
    if (*set == '^') {
        inverted = 1;
        set++;
    }
    while (set < end) {
        int first = format_character(source, set), last = first;
        if (set + 2 < end && set[1] == '-') {
            last = format_character(source, set + 2);
            set += 2;
        }
        found |= (character >= first) & (character <= last);
        set++;
    }
    return found ^ inverted;
}

/* Where the characters of %s, %[ and %c go: the caller's memory, or memory that grows for the modifier m. */
struct text_target {
    char *bytes;
    size_t length;
    size_t room;
    int failed;
};

static void put_character(struct text_target *target, const struct conversion *conversion, int character)
{
    size_t size = conversion->is_long ? sizeof(wchar_t) : 1;
    if (conversion->suppressed || target->failed)
        return;
    if (conversion->allocates && target->length == target->room) {
        size_t larger = 2 * target->room + 16;
        char *grown = realloc(target->bytes, larger * size);
        if (grown == NULL) {
            target->failed = 1;
            return;
        }
        target->bytes = grown;
        target->room = larger;
    }
    if (conversion->is_long)
        ((wchar_t *)target->bytes)[target->length++] = (wchar_t)character;
    else
        target->bytes[target->length++] = (char)character;
}

static int wants(const struct lariat_source *source, const struct conversion *conversion, int character)
{
    switch (conversion->letter) {
    case 'c': return 1;
    case 's': return !lariat_is_space(character);
    default: return is_in_set(source, character, conversion->set, conversion->set_end);
    }
}

static enum outcome scan_text(struct lariat_source *source, const struct conversion *conversion, void *argument)
{
    struct text_target target = { conversion->allocates ? NULL : argument, 0, 0, 0 };
    int width = conversion->letter == 'c' && conversion->width == INT_MAX ? 1 : conversion->width;
    int character = conversion->letter == 's' ? next_after_spaces(source) : next_character(source);
    int count = 0;
    if (character == EOF)
        return INPUT_ENDED;
    while (character != EOF && wants(source, conversion, character)) {
        /* Bytes become wide characters or the other way round, if they are in the "C" locale. */
        if (conversion->is_long != source->is_wide && (unsigned)character > 127) {
            errno = EILSEQ;
            target.failed = 1;
            break;
        }
        put_character(&target, conversion, character);
        count++;
        if (--width == 0)
            break;
        character = next_character(source);
    }
    if (width > 0)
        give_back(source, character);
    if (count == 0)
        return target.failed ? INPUT_ENDED : MISMATCHED;
    if (conversion->letter != 'c')
        put_character(&target, conversion, 0);
    if (conversion->allocates && !conversion->suppressed)
        *(char **)argument = target.bytes;
    return target.failed ? INPUT_ENDED : MATCHED;
}

static const char *read_length(const char *format, struct conversion *conversion)
{
    for (;; format++) {
        switch (*format) {
        case 'h': conversion->length = conversion->length == 2 ? 1 : 2; break;
        case 'l':
            conversion->length = conversion->is_long ? (int)sizeof(long long) : (int)sizeof(long);
            conversion->is_long = 1;
            break;
        case 'q': conversion->length = (int)sizeof(long long); break;
        case 'L': conversion->length = (int)sizeof(long long); conversion->is_long_double = 1; break;
        case 'j': conversion->length = (int)sizeof(intmax_t); break;
        case 'z': conversion->length = (int)sizeof(size_t); break;
        case 't': conversion->length = (int)sizeof(ptrdiff_t); break;
        default: return format;
        }
    }
}

static const char *read_conversion(const char *format, struct conversion *conversion)
{
    struct conversion fresh = { 0, 0, INT_MAX, (int)sizeof(int), 0, 0, 0, NULL, NULL };
    *conversion = fresh;
    if (*format == '*') {
        conversion->suppressed = 1;
        format++;
    }
    if (lariat_is_digit(*format)) {
        int width = 0;
        for (; lariat_is_digit(*format); format++)
            width = width > (INT_MAX - 9) / 10 ? INT_MAX : width * 10 + (*format - '0');
        if (width > 0)
            conversion->width = width;
    }
    if (*format == 'm') {
        conversion->allocates = 1;
        format++;
    }
    format = read_length(format, conversion);
    conversion->letter = *format;
    if (*format == 'S' || *format == 'C') {
        conversion->is_long = 1;
        conversion->letter = (char)lariat_lower(*format);
    }
    if (*format == 0)
        return format;
    format++;
    if (conversion->letter == '[') {
        conversion->set = format;
        if (*format == '^')
            format++;
        if (*format == ']')
            format++;
        while (*format != 0 && *format != ']')
            format++;
        conversion->set_end = format;
        if (*format != 0)
            format++;
    }
    return format;
}

static enum outcome scan_conversion(struct lariat_source *source, struct conversion *conversion, void *target)
{
    uint64_t value = 0;
    enum outcome outcome;
    switch (conversion->letter) {
    case 'p':
        conversion->length = (int)sizeof(void *);
        /* falls through */
    case 'd': case 'i': case 'u': case 'o': case 'x': case 'X':
        outcome = scan_integer(source, conversion, &value);
        if (outcome == MATCHED && target != NULL)
            store_integer(target, conversion->length, value);
        return outcome;
    case 'e': case 'E': case 'f': case 'F': case 'g': case 'G': case 'a': case 'A':
        return scan_float(source, conversion, target);
    case 's': case 'c': case '[':
        return scan_text(source, conversion, target);
    default:
        return MISMATCHED;
    }
}

/* A literal character of the format, or %%. */
static enum outcome scan_literal(struct lariat_source *source, int expected, int skips_spaces)
{
    int character = skips_spaces ? next_after_spaces(source) : next_character(source);
    if (character == EOF)
        return INPUT_ENDED;
    if (character == expected)
        return MATCHED;
    give_back(source, character);
    return MISMATCHED;
}

/* Whether what follows in the format skips spaces, too; doing it twice would only decide more. */
static int skips_spaces_itself(const char *format)
{
    struct conversion conversion;
    if (lariat_is_space((unsigned char)*format))
        return 1;
    if (*format != '%')
        return 0;
    read_conversion(format + 1, &conversion);
    return conversion.letter != 'c' && conversion.letter != '[' && conversion.letter != 'n' && conversion.letter != 0;
}

int lariat_scan(struct lariat_source *source, const char *format, va_list list)
{
    int assigned = 0;
    enum outcome outcome = MATCHED;
    va_list arguments;
    va_copy(arguments, list);
    while (*format != 0 && outcome == MATCHED) {
        if (lariat_is_space((unsigned char)*format)) {
            format++;
            if (!skips_spaces_itself(format))
                give_back(source, next_after_spaces(source));
        } else if (*format != '%') {
            outcome = scan_literal(source, format_character(source, format++), 0);
        } else {
            struct conversion conversion;
            format = read_conversion(format + 1, &conversion);
            if (conversion.letter == '%') {
                outcome = scan_literal(source, '%', 1);
                continue;
            }
            void *target = conversion.suppressed ? NULL : va_arg(arguments, void *);
            if (conversion.letter == 'n') {
                if (target != NULL)
                    store_integer(target, conversion.length, (uint64_t)source->taken);
                continue;
            }
            outcome = scan_conversion(source, &conversion, target);
            assigned += outcome == MATCHED && !conversion.suppressed;
        }
    }
    va_end(arguments);
    return outcome == INPUT_ENDED && assigned == 0 ? EOF : assigned;
}

static int scan_string(const char *string, const char *format, va_list arguments)
{
    struct lariat_source source = { string, NULL, 0, 0, NULL, NULL };
    return lariat_scan(&source, format, arguments);
}

static int scan_stream(FILE *file, const char *format, va_list arguments)
{
    struct lariat_source source = { NULL, file, 0, 0, NULL, NULL };
    if (!lariat_stream_orient(file, -1))
        return EOF;
    return lariat_scan(&source, format, arguments);
}

/* glibc has each function under several names, one per C standard. */
#define SCAN_FUNCTIONS(prefix)                                                                                       \
    int prefix##vsscanf(const char *restrict string, const char *restrict format, va_list arguments)                 \
    {                                                                                                                \
        return scan_string(string, format, arguments);                                                               \
    }                                                                                                                \
    int prefix##vfscanf(FILE *restrict file, const char *restrict format, va_list arguments)                         \
    {                                                                                                                \
        return scan_stream(file, format, arguments);                                                                 \
    }                                                                                                                \
    int prefix##vscanf(const char *restrict format, va_list arguments)                                               \
    {                                                                                                                \
        return scan_stream(stdin, format, arguments);                                                                \
    }                                                                                                                \
    int prefix##sscanf(const char *restrict string, const char *restrict format, ...)                                \
    {                                                                                                                \
        va_list arguments;                                                                                           \
        va_start(arguments, format);                                                                                 \
        int result = scan_string(string, format, arguments);                                                         \
        va_end(arguments);                                                                                           \
        return result;                                                                                               \
    }                                                                                                                \
    int prefix##fscanf(FILE *restrict file, const char *restrict format, ...)                                        \
    {                                                                                                                \
        va_list arguments;                                                                                           \
        va_start(arguments, format);                                                                                 \
        int result = scan_stream(file, format, arguments);                                                           \
        va_end(arguments);                                                                                           \
        return result;                                                                                               \
    }                                                                                                                \
    int prefix##scanf(const char *restrict format, ...)                                                              \
    {                                                                                                                \
        va_list arguments;                                                                                           \
        va_start(arguments, format);                                                                                 \
        int result = scan_stream(stdin, format, arguments);                                                          \
        va_end(arguments);                                                                                           \
        return result;                                                                                               \
    }

SCAN_FUNCTIONS()
SCAN_FUNCTIONS(__isoc99_)
SCAN_FUNCTIONS(__isoc23_)
