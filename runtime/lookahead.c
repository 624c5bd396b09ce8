/* Numbers and lengths of symbolic text as arithmetic. See lariat_number.h. */
#include "lariat_number.h"

#include <limits.h>

/* After so many characters it is decided whether the text has ended, so that terms do not grow without end. */
enum { CHARACTERS_AT_ONCE = 32 };

static int is_false(int condition)
{
    return !lariat_is_symbolic((uint64_t)condition) && !condition;
}

static int is_readable(const char *address, size_t size)
{
    for (size_t i = 0; i < size; i++)
        if (!lariat_is_readable(address + i))
            return 0;
    return 1;
}

/* Whether the character may be read although the text may have ended before it. */
static int may_look_ahead(const char *text, size_t position, int is_wide)
{
    size_t size = is_wide ? sizeof(wchar_t) : 1;
    return position % CHARACTERS_AT_ONCE != CHARACTERS_AT_ONCE - 1 && is_readable(text + position * size, size);
}

/* A pointer that depends on inputs: each of its values on a path of its own, after a look whether it may be used at all. */
static const char *settled(const char *pointer)
{
    if (lariat_is_symbolic((uint64_t)(uintptr_t)pointer)) {
        (void)*(const volatile char *)pointer;
        pointer = (const char *)(uintptr_t)lariat_each((uint64_t)(uintptr_t)pointer);
    }
    return pointer;
}

/* So many digits are never too large. */
static size_t harmless_digits(unsigned base, uint64_t limit)
{
    size_t count = 0;
    for (; limit >= base - 1; limit = (limit - (base - 1)) / base)
        count++;
    return count;
}

static int is_too_large(const struct lariat_number_text *text, uint64_t magnitude, int negative, unsigned digit)
{
    uint64_t before = lariat_select(negative, text->negative_limit / text->base, text->positive_limit / text->base);
    uint64_t last = lariat_select(negative, text->negative_limit % text->base, text->positive_limit % text->base);
    return (magnitude > before) | ((magnitude == before) & (digit > last));
}

void lariat_read_number(const struct lariat_number_text *text, struct lariat_number *number)
{
    const char *bytes = settled(text->bytes);
    size_t harmless = harmless_digits(text->base, text->positive_limit), consumed = 0;
    uint64_t magnitude = 0;
    int open = 1, before = text->has_sign, negative = 0, overflow = 0, digits = 0, met_end = 0, blank = 0, used = 0;
    for (size_t i = 0;; i++) {
        if (text->width != INT_MAX)
            open &= used < text->width;
        if (text->available != LARIAT_UNLIMITED) {
            int is_there = i < text->available;
            met_end |= open & !is_there;
            blank |= open & before & !is_there;
            open &= is_there;
        }
        if (is_false(open) || (!may_look_ahead(bytes, i, text->is_wide) && !open))
            break;
        int character = lariat_character(bytes, i, text->is_wide);
        unsigned digit = text->base <= 10 ? (unsigned)character - '0' : lariat_digit_value(character);
        int is_minus = before & (character == '-'), is_sign = is_minus | (before & (character == '+'));
        int is_space = before & lariat_is_space(character), is_digit = digit < text->base;
        int takes = open & is_digit;
        negative |= open & is_minus;
        if (i >= harmless)
            overflow |= takes & is_too_large(text, magnitude, negative, digit);
        magnitude = lariat_select(takes, magnitude * text->base + digit, magnitude);
        digits |= takes;
        if (text->available == LARIAT_UNLIMITED)
            met_end |= open & (character == 0);
        blank |= open & before & met_end;
        open &= is_space | is_sign | is_digit;
        if (text->width != INT_MAX)
            used += open & !is_space;
        consumed += (size_t)open;
        before &= is_space & open;
    }
    number->magnitude = magnitude;
    number->negative = negative;
    number->overflow = overflow;
    number->digits = digits;
    number->blank = blank;
    number->met_end = met_end;
    number->consumed = consumed;
}

size_t lariat_length(const void *text, size_t limit, int is_wide)
{
    size_t length = 0;
    int open = 1;
    const char *string = limit > 0 ? settled(text) : text;
    for (size_t i = 0;; i++) {
        open &= i < limit;
        if (is_false(open) || (!may_look_ahead(string, i, is_wide) && !open))
            return length;
        int character = lariat_character(string, i, is_wide);
        if (lariat_is_symbolic((uint64_t)character))
            lariat_shown(lariat_select(open, (uint64_t)character, 0));
        open &= character != 0;
        length += (size_t)open;
    }
}
