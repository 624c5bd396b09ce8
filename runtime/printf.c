/* The interpreter of printf's formats.
 *
 * Symbolic arguments: the digits of a symbolic integer that goes into memory fork on how many there are, not on what they are.
 * On its way to the terminal nobody will read it back, so it is not spelled out at all; only the number of characters, which
 * is printf's result, is computed, without a branch, and only if somebody looks at it. The same is true of strings, unless the
 * output is kept; the memory they are in is looked at in any case. */
#include "lariat_number.h"

#include <errno.h>
#include <limits.h>
#include <string.h>
#include <wchar.h>

void lariat_sink_bytes(struct lariat_sink *sink, const char *bytes, size_t size)
{
    if (sink->stream != NULL) {
        if (sink->is_refused || lariat_stream_write(sink->stream, bytes, size) != size)
            sink->failed = 1;
        sink->written += size;
        sink->most += size;
        return;
    }
    for (size_t i = 0; i < size; i++) {
        if (sink->written < sink->capacity) {
            if (sink->is_wide)
                ((wchar_t *)sink->buffer)[sink->written] = (unsigned char)bytes[i];
            else
                sink->buffer[sink->written] = bytes[i];
        }
        sink->written++;
        sink->most++;
    }
}

/* Wide characters for a sink of such. A stream writes something else for what is no byte. */
static void sink_wide(struct lariat_sink *sink, const wchar_t *text, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        char byte = (char)((unsigned)text[i] < 128 ? text[i] : '?');
        if (sink->stream == NULL && sink->written < sink->capacity) {
            ((wchar_t *)sink->buffer)[sink->written] = text[i];
            sink->written++;
            sink->most++;
        } else {
            lariat_sink_bytes(sink, &byte, 1);
        }
    }
}

/* The byte is a space or the digit zero. */
void lariat_sink_repeat(struct lariat_sink *sink, char byte, size_t count)
{
    static const char spaces[] = "                                                                ";
    static const char zeros[] = "0000000000000000000000000000000000000000000000000000000000000000";
    const char *block = byte == ' ' ? spaces : zeros;
    while (count > 0) {
        size_t size = count < sizeof spaces - 1 ? count : sizeof spaces - 1;
        lariat_sink_bytes(sink, block, size);
        count -= size;
    }
}

static int goes_to_a_device(const struct lariat_sink *sink)
{
    return sink->stream != NULL && lariat_stream_is_device(sink->stream);
}

/* Nobody will see a character of it. */
static int is_unseen(const struct lariat_sink *sink)
{
    return goes_to_a_device(sink) && !lariat_output_is_kept();
}

/* What stands for a symbolic value on the terminal. Its own length plays no role. */
static void put_placeholder(struct lariat_sink *sink, size_t length, size_t most)
{
    size_t written = sink->written, most_written = sink->most;
    lariat_sink_bytes(sink, "?", 1);
    sink->written = written + length;
    sink->most = most_written + most;
}

static int is_symbolic_layout(const struct lariat_directive *directive)
{
    return lariat_is_symbolic((uint64_t)directive->width) || lariat_is_symbolic((uint64_t)directive->precision);
}

/* Whether the length of something unseen has to be known. A width that may be anything may be too large for a result. */
static int length_matters(const struct lariat_sink *sink, const struct lariat_directive *directive)
{
    return sink->counts || is_symbolic_layout(directive);
}

/* The largest number that a width or precision may be. */
static size_t most_of(int number)
{
    return lariat_is_symbolic((uint64_t)number) ? INT_MAX : number < 0 ? 0 : (size_t)number;
}

/* Something of a known length that is padded to the width. */
static void put_unseen(struct lariat_sink *sink, const struct lariat_directive *directive, size_t length, size_t most)
{
    size_t width = (size_t)directive->width, most_width = most_of(directive->width);
    put_placeholder(sink, lariat_select(length < width, width, length), most < most_width ? most_width : most);
}

/* How many digits, as a sum of comparisons. */
static size_t count_digits(uint64_t value, unsigned base, size_t most)
{
    size_t count = 0;
    uint64_t threshold = 1;
    for (size_t i = 0; i < most; i++) {
        count += value >= threshold;
        threshold *= base;
    }
    return count;
}

static size_t most_digits(unsigned base, int length)
{
    if (base == 10)
        return length == 8 ? 20 : 10;
    return base == 16 ? 2 * (size_t)length : (8 * (size_t)length + 2) / 3;
}

static void put_symbolic_integer(struct lariat_sink *sink, const struct lariat_directive *directive, uint64_t value,
                                 unsigned base, uint64_t sign_length)
{
    lariat_shown(value);
    if (!length_matters(sink, directive)) {
        put_placeholder(sink, 1, 1);
        return;
    }
    size_t digits = most_digits(base, directive->length), count = count_digits(value, base, digits);
    size_t least = lariat_select(directive->precision < 0, 1, (uint64_t)directive->precision);
    size_t length = lariat_select(count < least, least, count);
    if (directive->alternative && base == 8)
        length += count >= least;
    if (directive->alternative && base == 16)
        length += (size_t)(value != 0) * 2;
    length += (size_t)sign_length;
    size_t most_precision = most_of(directive->precision);
    put_unseen(sink, directive, length, 3 + (digits < most_precision ? most_precision : digits));
}

static char *write_digits(char *end, uint64_t value, unsigned base, int length, char letters)
{
    /* Most integers are 32 bits wide, and a narrow division is a much smaller question for a solver. */
    if (length <= 4) {
        for (uint32_t rest = (uint32_t)value; rest != 0; rest /= base) {
            int digit = (int)(rest % base);
            *--end = (char)('0' + digit + (-(digit > 9) & (letters - '0' - 10)));
        }
    } else {
        for (uint64_t rest = value; rest != 0; rest /= base) {
            int digit = (int)(rest % base);
            *--end = (char)('0' + digit + (-(digit > 9) & (letters - '0' - 10)));
        }
    }
    return end;
}

static void put_integer(struct lariat_sink *sink, const struct lariat_directive *directive, uint64_t value, int is_signed,
                        unsigned base)
{
    int negative = is_signed && (int64_t)value < 0;
    int shows_sign = (is_signed || directive->conversion == 'p') && (directive->plus || directive->space);
    char sign = negative ? '-' : shows_sign ? (directive->plus ? '+' : ' ') : 0;
    char text[64], *end = text + sizeof text;
    char *digits = write_digits(end, negative ? 0 - value : value, base, directive->length,
                                directive->conversion == 'X' ? 'A' : 'a');
    size_t count = (size_t)(end - digits);
    size_t least = directive->precision < 0 ? 1 : (size_t)directive->precision;
    size_t zeros = count < least ? least - count : 0;
    const char *prefix = "";
    size_t prefix_length = 0;
    if (directive->alternative && base == 8 && zeros == 0)
        zeros = 1;
    if (directive->alternative && base == 16 && value != 0) {
        prefix = directive->conversion == 'X' ? "0X" : "0x";
        prefix_length = 2;
    }
    size_t total = (sign != 0) + prefix_length + zeros + count, width = (size_t)directive->width;
    size_t padding = total < width ? width - total : 0;
    if (directive->zeros && !directive->left && directive->precision < 0) {
        zeros += padding;
        padding = 0;
    }
    if (!directive->left)
        lariat_sink_repeat(sink, ' ', padding);
    if (sign != 0)
        lariat_sink_bytes(sink, &sign, 1);
    lariat_sink_bytes(sink, prefix, prefix_length);
    lariat_sink_repeat(sink, '0', zeros);
    lariat_sink_bytes(sink, digits, count);
    if (directive->left)
        lariat_sink_repeat(sink, ' ', padding);
}

static void format_integer(struct lariat_sink *sink, const struct lariat_directive *directive, uint64_t value, int is_signed,
                           unsigned base)
{
    if ((lariat_is_symbolic(value) || is_symbolic_layout(directive)) && goes_to_a_device(sink)) {
        uint64_t negative = (value >> 63) & (uint64_t)is_signed, mask = 0 - negative;
        uint64_t sign_length = negative | (uint64_t)(is_signed && (directive->plus || directive->space));
        put_symbolic_integer(sink, directive, (value ^ mask) - mask, base, sign_length);
    } else {
        put_integer(sink, directive, value, is_signed, base);
    }
}

static void format_bytes(struct lariat_sink *sink, const struct lariat_directive *directive, const char *bytes, size_t length)
{
    if (is_symbolic_layout(directive) && is_unseen(sink)) {
        put_unseen(sink, directive, length, length);
        return;
    }
    size_t width = (size_t)directive->width;
    size_t padding = length < width ? width - length : 0;
    if (!directive->left)
        lariat_sink_repeat(sink, ' ', padding);
    lariat_sink_bytes(sink, bytes, length);
    if (directive->left)
        lariat_sink_repeat(sink, ' ', padding);
}

/* Looks at the memory that would be printed, and at nothing else. */
static void format_unseen_string(struct lariat_sink *sink, const struct lariat_directive *directive, const void *string,
                                 int is_wide)
{
    uint64_t limit = lariat_select(directive->precision < 0, (uint64_t)-1, (uint64_t)directive->precision);
    size_t length = lariat_length(string, (size_t)limit, is_wide);
    if (!lariat_is_symbolic(length))
        put_unseen(sink, directive, length, length);
    else if (length_matters(sink, directive))
        put_unseen(sink, directive, length, INT_MAX);
    else
        put_placeholder(sink, 1, 1);
}

/* What can be made wide characters in the "C" locale. */
static int all_ascii(const char *bytes, size_t length)
{
    unsigned all = 0;
    for (size_t i = 0; i < length; i++)
        all |= (unsigned char)bytes[i];
    return all < 128;
}

/* What was printed into memory so far, and a string that was printed. */
static void require_disjoint(const struct lariat_sink *sink, const char *string, size_t length)
{
    size_t in_memory = sink->written < sink->capacity ? sink->written : sink->capacity;
    lariat_require_disjoint(sink->buffer, in_memory, string, length);
}

static void format_string(struct lariat_sink *sink, const struct lariat_directive *directive, const char *string)
{
    if (string == NULL) {
        int fits = directive->precision < 0 || directive->precision >= 6;
        format_bytes(sink, directive, "(null)", fits ? 6 : 0);
    } else if (is_unseen(sink) && !sink->is_wide) {
        format_unseen_string(sink, directive, string, 0);
    } else {
        size_t length = directive->precision < 0 ? strlen(string) : strnlen(string, (size_t)directive->precision);
        if (sink->is_wide && !all_ascii(string, length)) {
            errno = EILSEQ;
            sink->failed = 1;
        } else {
            format_bytes(sink, directive, string, length);
            if (sink->stream == NULL && !sink->is_wide)
                require_disjoint(sink, string, length);
        }
    }
}

/* In the "C" locale a wide character is a byte or cannot be written among bytes. */
static void format_wide_string(struct lariat_sink *sink, const struct lariat_directive *directive, const wchar_t *string)
{
    if (string == NULL) {
        format_string(sink, directive, NULL);
        return;
    }
    if (sink->is_wide && is_unseen(sink)) {
        format_unseen_string(sink, directive, string, 1);
        return;
    }
    size_t length = 0, limit = directive->precision < 0 ? (size_t)-1 : (size_t)directive->precision;
    while (length < limit && string[length] != 0) {
        if (!sink->is_wide && (unsigned)string[length] > 127) {
            errno = EILSEQ;
            sink->failed = 1;
            return;
        }
        length++;
    }
    size_t width = (size_t)directive->width, padding = length < width ? width - length : 0;
    if (!directive->left)
        lariat_sink_repeat(sink, ' ', padding);
    for (size_t i = 0; i < length; i++) {
        char byte = (char)string[i];
        if (sink->is_wide)
            sink_wide(sink, string + i, 1);
        else
            lariat_sink_bytes(sink, &byte, 1);
    }
    if (directive->left)
        lariat_sink_repeat(sink, ' ', padding);
}

int lariat_sink_wide_string(struct lariat_sink *sink, const wchar_t *string)
{
    struct lariat_directive plain = { 0, 0, 0, 0, 0, 0, -1, 0, 0, 's' };
    if (string == NULL)
        return (void)*(const volatile wchar_t *)string, 0;
    format_wide_string(sink, &plain, string);
    return !sink->failed;
}

static void format_double(struct lariat_sink *sink, const struct lariat_directive *directive, double argument)
{
    union {
        double value;
        uint64_t bits;
    } representation = { argument };
    uint64_t bits = representation.bits;
    if (lariat_is_symbolic(bits)) {
        if (goes_to_a_device(sink) && !sink->counts) {
            lariat_shown(bits);
            put_placeholder(sink, 1, 1);
            return;
        }
        bits = lariat_pick(bits);
    }
    struct lariat_float parts = { (int)(bits >> 63), LARIAT_FINITE, bits & 0xfffffffffffffu, 0, 0 };
    int exponent = (int)(bits >> 52) & 2047;
    if (exponent == 2047)
        parts.class = parts.mantissa != 0 ? LARIAT_NAN : LARIAT_INFINITE;
    else if (exponent == 0 && parts.mantissa == 0)
        parts.class = LARIAT_ZERO;
    if (exponent != 0)
        parts.mantissa |= (uint64_t)1 << 52;
    parts.exponent = (exponent != 0 ? exponent : 1) - 1075;
    if (parts.class == LARIAT_ZERO)
        parts.exponent = 0;
    lariat_format_float(sink, directive, &parts);
}

static void format_long_double(struct lariat_sink *sink, const struct lariat_directive *directive, long double argument)
{
    union {
        long double value;
        struct {
            uint64_t mantissa;
            uint16_t sign_and_exponent;
        } parts;
    } representation = { argument };
    int is_symbolic = lariat_is_symbolic(representation.parts.mantissa) |
                      lariat_is_symbolic(representation.parts.sign_and_exponent);
    if (is_symbolic && goes_to_a_device(sink) && !sink->counts) {
        lariat_shown(representation.parts.mantissa);
        lariat_shown(representation.parts.sign_and_exponent);
        put_placeholder(sink, 1, 1);
        return;
    }
    uint64_t mantissa = lariat_is_symbolic(representation.parts.mantissa) ? lariat_pick(representation.parts.mantissa)
                                                                          : representation.parts.mantissa;
    unsigned top = representation.parts.sign_and_exponent;
    if (lariat_is_symbolic(top))
        top = (unsigned)lariat_pick(top);
    int exponent = (int)(top & 0x7fff);
    struct lariat_float parts = { (int)(top >> 15), LARIAT_FINITE, mantissa, (exponent != 0 ? exponent : 1) - 16446, 1 };
    if (exponent == 0x7fff)
        parts.class = mantissa << 1 != 0 ? LARIAT_NAN : LARIAT_INFINITE;
    else if (mantissa == 0)
        parts.class = LARIAT_ZERO;
    lariat_format_float(sink, directive, &parts);
}

static const char *read_number(const char *format, int *number)
{
    int value = 0;
    for (; lariat_is_digit(*format); format++)
        value = value > (INT_MAX - 9) / 10 ? INT_MAX : value * 10 + (*format - '0');
    *number = value;
    return format;
}

static const char *read_flags(const char *format, struct lariat_directive *directive)
{
    for (;; format++) {
        switch (*format) {
        case '-': directive->left = 1; break;
        case '+': directive->plus = 1; break;
        case ' ': directive->space = 1; break;
        case '#': directive->alternative = 1; break;
        case '0': directive->zeros = 1; break;
        case '\'': case 'I': break;
        default: return format;
        }
    }
}

static const char *read_length(const char *format, struct lariat_directive *directive)
{
    directive->length = (int)sizeof(int);
    for (;; format++) {
        switch (*format) {
        case 'h': directive->length = directive->length == 2 ? 1 : 2; break;
        case 'l': directive->length = directive->length == 16 ? (int)sizeof(long long) : 16; break;
        case 'q': directive->length = (int)sizeof(long long); break;
        case 'L': directive->length = (int)sizeof(long long); directive->is_long_double = 1; break;
        case 'j': directive->length = (int)sizeof(intmax_t); break;
        case 'z': case 'Z': directive->length = (int)sizeof(size_t); break;
        case 't': directive->length = (int)sizeof(ptrdiff_t); break;
        default: return format;
        }
    }
}

/* `l` is remembered as 16 until it is known that no second one follows, and for %lc and %ls. */
enum { LENGTH_L = 16 };

static uint64_t take_integer(va_list *arguments, int length, int is_signed)
{
    if (length == 8)
        return va_arg(*arguments, uint64_t);
    unsigned value = va_arg(*arguments, unsigned);
    switch (length) {
    case 1: return is_signed ? (uint64_t)(int64_t)(signed char)value : (unsigned char)value;
    case 2: return is_signed ? (uint64_t)(int64_t)(short)value : (unsigned short)value;
    default: return is_signed ? (uint64_t)(int64_t)(int)value : value;
    }
}

static void store_count(void *target, int length, size_t written)
{
    switch (length) {
    case 1: *(signed char *)target = (signed char)written; break;
    case 2: *(short *)target = (short)written; break;
    case 8: *(int64_t *)target = (int64_t)written; break;
    default: *(int *)target = (int)written; break;
    }
}

static void format_wide_character(struct lariat_sink *sink, const struct lariat_directive *directive, wint_t character)
{
    char byte = (char)character;
    if (sink->is_wide) {
        wchar_t text[2] = { (wchar_t)character, 0 };
        struct lariat_directive one = *directive;
        one.precision = character != 0;
        if (character != 0)
            format_wide_string(sink, &one, text);
        else
            format_bytes(sink, directive, &byte, 1);
        return;
    }
    if (character > 127) {
        errno = EILSEQ;
        sink->failed = 1;
        return;
    }
    format_bytes(sink, directive, &byte, 1);
}

struct argument_list {
    va_list list;
};

/* One directive. False if it is none that we know. */
static int format_directive(struct lariat_sink *sink, struct lariat_directive *directive, struct argument_list *arguments)
{
    int is_wide = directive->length == LENGTH_L;
    if (is_wide)
        directive->length = (int)sizeof(long);
    switch (directive->conversion) {
    case 'd': case 'i':
        format_integer(sink, directive, take_integer(&arguments->list, directive->length, 1), 1, 10);
        return 1;
    case 'u':
        format_integer(sink, directive, take_integer(&arguments->list, directive->length, 0), 0, 10);
        return 1;
    case 'o':
        format_integer(sink, directive, take_integer(&arguments->list, directive->length, 0), 0, 8);
        return 1;
    case 'x': case 'X':
        format_integer(sink, directive, take_integer(&arguments->list, directive->length, 0), 0, 16);
        return 1;
    case 'e': case 'E': case 'f': case 'F': case 'g': case 'G': case 'a': case 'A':
        if (directive->is_long_double)
            format_long_double(sink, directive, va_arg(arguments->list, long double));
        else
            format_double(sink, directive, va_arg(arguments->list, double));
        return 1;
    case 'C':
        format_wide_character(sink, directive, va_arg(arguments->list, wint_t));
        return 1;
    case 'c':
        if (is_wide) {
            format_wide_character(sink, directive, va_arg(arguments->list, wint_t));
        } else {
            char byte = (char)va_arg(arguments->list, int);
            lariat_shown((unsigned char)byte);
            if (sink->is_wide && (unsigned char)byte > 127) {
                format_wide_character(sink, directive, WEOF);
                sink->failed = 1;
            } else {
                format_bytes(sink, directive, &byte, 1);
            }
        }
        return 1;
    case 'S':
        format_wide_string(sink, directive, va_arg(arguments->list, const wchar_t *));
        return 1;
    case 's':
        if (is_wide)
            format_wide_string(sink, directive, va_arg(arguments->list, const wchar_t *));
        else
            format_string(sink, directive, va_arg(arguments->list, const char *));
        return 1;
    case 'p': {
        void *pointer = va_arg(arguments->list, void *);
        if (lariat_is_symbolic((uint64_t)(uintptr_t)pointer) && goes_to_a_device(sink) && !length_matters(sink, directive)) {
            put_placeholder(sink, 1, 1);
        } else if (pointer == NULL) {
            format_bytes(sink, directive, "(nil)", 5);
        } else {
            directive->alternative = 1;
            directive->length = (int)sizeof(void *);
            format_integer(sink, directive, (uint64_t)(uintptr_t)pointer, 0, 16);
        }
        return 1;
    }
    case 'n':
        store_count(va_arg(arguments->list, void *), directive->length, sink->written);
        return 1;
    case 'm':
        format_string(sink, directive, strerror(errno));
        return 1;
    case '%':
        lariat_sink_bytes(sink, "%", 1);
        return 1;
    default:
        return 0;
    }
}

/* A width from the arguments. A negative one is a flag and a width; unseen the flag plays no role. */
static void take_width(const struct lariat_sink *sink, struct lariat_directive *directive, int width)
{
    if (lariat_is_symbolic((uint64_t)width) && is_unseen(sink)) {
        unsigned magnitude = (unsigned)lariat_select(width < 0, 0 - (unsigned)width, (unsigned)width);
        directive->width = (int)lariat_select(magnitude > INT_MAX, INT_MAX, magnitude);
    } else if (width < 0) {
        directive->left = 1;
        directive->width = width == INT_MIN ? INT_MAX : -width;
    } else {
        directive->width = width;
    }
}

static const char *read_directive(const struct lariat_sink *sink, const char *format, struct lariat_directive *directive,
                                  struct argument_list *arguments)
{
    struct lariat_directive fresh = { 0, 0, 0, 0, 0, 0, -1, 0, 0, 0 };
    *directive = fresh;
    format = read_flags(format, directive);
    if (*format == '*') {
        take_width(sink, directive, va_arg(arguments->list, int));
        format++;
    } else {
        format = read_number(format, &directive->width);
    }
    if (*format == '.') {
        format++;
        if (*format == '*') {
            directive->precision = va_arg(arguments->list, int);
            format++;
        } else if (*format == '-') {
            /* A negative precision is as if there were none. */
            int ignored;
            format = read_number(format + 1, &ignored);
        } else {
            format = read_number(format, &directive->precision);
        }
    }
    format = read_length(format, directive);
    directive->conversion = *format;
    return format;
}

/* Whether a format asks for the number of characters by %n. */
static int stores_count(const char *format)
{
    for (; *format != 0; format++) {
        if (*format != '%')
            continue;
        for (format++; *format != 0 && memchr("-+ #0'I*.123456789hlqLjzZt", *format, 26) != NULL; format++)
            ;
        if (*format == 'n')
            return 1;
        if (*format == 0)
            return 0;
    }
    return 0;
}

/* What stands for itself in a format. */
static void put_literally(struct lariat_sink *sink, const char *whole_format, const char *start, const char *end)
{
    size_t length = (size_t)(end - start);
    if (sink->wide_format != NULL)
        sink_wide(sink, sink->wide_format + (start - whole_format), length);
    else
        lariat_sink_bytes(sink, start, length);
}

int lariat_format(struct lariat_sink *sink, const char *format, va_list list)
{
    struct argument_list arguments;
    const char *whole_format = format;
    va_copy(arguments.list, list);
    if (goes_to_a_device(sink))
        sink->counts = lariat_result_is_used() || stores_count(format);
    while (*format != 0 && (!sink->failed || sink->is_refused)) {
        const char *start = format;
        while (*format != 0 && *format != '%')
            format++;
        if (format != start)
            put_literally(sink, whole_format, start, format);
        if (*format == 0)
            break;
        struct lariat_directive directive;
        start = format;
        format = read_directive(sink, format + 1, &directive, &arguments);
        if (*format == 0) {
            errno = EINVAL;
            sink->failed = 1;
            break;
        }
        format++;
        if (!format_directive(sink, &directive, &arguments))
            put_literally(sink, whole_format, start, format);
    }
    va_end(arguments.list);
    if (sink->failed)
        return -1;
    if (sink->most > INT_MAX && sink->written > INT_MAX) {
        errno = EOVERFLOW;
        return -1;
    }
    return (int)sink->written;
}
