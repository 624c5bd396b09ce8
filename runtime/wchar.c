/* Wide characters, as far as the "C" locale has any: a wide character is an ASCII byte, anything else cannot be converted. */
#include "lariat_models.h"

#include <errno.h>
#include <stdlib.h>
#include <wchar.h>
#include <wctype.h>

size_t wcslen(const wchar_t *string)
{
    size_t length = 0;
    while (string[length] != 0)
        length++;
    return length;
}

size_t wcsnlen(const wchar_t *string, size_t limit)
{
    size_t length = 0;
    while (length < limit && string[length] != 0)
        length++;
    return length;
}

wchar_t *wcscpy(wchar_t *restrict destination, const wchar_t *restrict source)
{
    struct lariat_copy copy = lariat_begin_copy(destination, source);
    size_t i = 0;
    for (;; i++) {
        if (i * sizeof(wchar_t) == copy.distance)
            lariat_overlap();
        if ((destination[i] = source[i]) == 0)
            break;
    }
    lariat_end_copy(&copy, (i + 1) * sizeof(wchar_t));
    return destination;
}

wchar_t *wcsncpy(wchar_t *restrict destination, const wchar_t *restrict source, size_t size)
{
    struct lariat_copy copy = lariat_begin_copy(destination, source);
    size_t i = 0;
    for (; i < size && source[i] != 0; i++) {
        if (i * sizeof(wchar_t) == copy.distance)
            lariat_overlap();
        destination[i] = source[i];
    }
    lariat_end_copy(&copy, (i < size ? i + 1 : i) * sizeof(wchar_t));
    for (; i < size; i++)
        destination[i] = 0;
    return destination;
}

wchar_t *wcscat(wchar_t *restrict destination, const wchar_t *restrict source)
{
    wcscpy(destination + wcslen(destination), source);
    return destination;
}

wchar_t *wcsncat(wchar_t *restrict destination, const wchar_t *restrict source, size_t limit)
{
    wchar_t *end = destination + wcslen(destination);
    struct lariat_copy copy = lariat_begin_copy(end, source);
    size_t i = 0;
    for (; i < limit && source[i] != 0; i++) {
        if (i * sizeof(wchar_t) == copy.distance)
            lariat_overlap();
        end[i] = source[i];
    }
    lariat_end_copy(&copy, (i < limit ? i + 1 : i) * sizeof(wchar_t));
    end[i] = 0;
    return destination;
}

int wcscmp(const wchar_t *left, const wchar_t *right)
{
    for (; *left == *right; left++, right++)
        if (*left == 0)
            return 0;
    return *left < *right ? -1 : 1;
}

int wcsncmp(const wchar_t *left, const wchar_t *right, size_t limit)
{
    for (size_t i = 0; i < limit; i++) {
        if (left[i] != right[i])
            return left[i] < right[i] ? -1 : 1;
        if (left[i] == 0)
            return 0;
    }
    return 0;
}

wchar_t *wcschr(const wchar_t *string, wchar_t character)
{
    for (; *string != character; string++)
        if (*string == 0)
            return NULL;
    return (wchar_t *)string;
}

wchar_t *wcsrchr(const wchar_t *string, wchar_t character)
{
    const wchar_t *found = NULL;
    for (;; string++) {
        if (*string == character)
            found = string;
        if (*string == 0)
            return (wchar_t *)found;
    }
}

wchar_t *wcsstr(const wchar_t *haystack, const wchar_t *needle)
{
    for (;; haystack++) {
        size_t i = 0;
        while (needle[i] != 0 && haystack[i] == needle[i])
            i++;
        if (needle[i] == 0)
            return (wchar_t *)haystack;
        if (haystack[i] == 0)
            return NULL;
    }
}

wchar_t *wcswcs(const wchar_t *haystack, const wchar_t *needle)
{
    return wcsstr(haystack, needle);
}

wchar_t *wcschrnul(const wchar_t *string, wchar_t character)
{
    while (*string != 0 && *string != character)
        string++;
    return (wchar_t *)string;
}

/* Whether the character is one of a set's, looked at without a branch for each member. */
static int is_member(wchar_t character, const wchar_t *set)
{
    unsigned found = 0;
    for (; *set != 0; set++)
        found |= (unsigned)(*set == character);
    return (int)found;
}

size_t wcsspn(const wchar_t *string, const wchar_t *accepted)
{
    size_t length = 0;
    while (string[length] != 0 && is_member(string[length], accepted))
        length++;
    return length;
}

size_t wcscspn(const wchar_t *string, const wchar_t *rejected)
{
    size_t length = 0;
    while (string[length] != 0 && !is_member(string[length], rejected))
        length++;
    return length;
}

wchar_t *wcspbrk(const wchar_t *string, const wchar_t *accepted)
{
    string += wcscspn(string, accepted);
    return *string != 0 ? (wchar_t *)string : NULL;
}

wchar_t *wcstok(wchar_t *restrict string, const wchar_t *restrict separators, wchar_t **restrict rest)
{
    if (string == NULL)
        string = *rest;
    if (string == NULL)
        return NULL;
    string += wcsspn(string, separators);
    if (*string == 0) {
        *rest = NULL;
        return NULL;
    }
    wchar_t *end = string + wcscspn(string, separators);
    if (*end != 0) {
        *end = 0;
        *rest = end + 1;
    } else {
        *rest = NULL;
    }
    return string;
}

/* The locale is always "C", where the order of strings is the order of their characters. */
int wcscoll(const wchar_t *left, const wchar_t *right)
{
    return wcscmp(left, right);
}

size_t wcsxfrm(wchar_t *restrict destination, const wchar_t *restrict source, size_t size)
{
    size_t length = wcslen(source);
    for (size_t i = 0; i < size && i <= length; i++)
        destination[i] = source[i];
    return length;
}

int wcscasecmp(const wchar_t *left, const wchar_t *right)
{
    return wcsncasecmp(left, right, (size_t)-1);
}

int wcsncasecmp(const wchar_t *left, const wchar_t *right, size_t limit)
{
    for (size_t i = 0; i < limit; i++) {
        int difference = lariat_lower((int)left[i]) - lariat_lower((int)right[i]);
        if (difference != 0)
            return difference;
        if (left[i] == 0)
            return 0;
    }
    return 0;
}

wchar_t *wcpcpy(wchar_t *restrict destination, const wchar_t *restrict source)
{
    return wcscpy(destination, source) + wcslen(source);
}

wchar_t *wcpncpy(wchar_t *restrict destination, const wchar_t *restrict source, size_t size)
{
    return wcsncpy(destination, source, size) + wcsnlen(source, size);
}

/* The text of a floating-point number as bytes. Behind the number no more is copied than characters that numbers are made of. */
static size_t number_length(const wchar_t *text)
{
    size_t length = 0;
    while (iswspace((wint_t)text[length]))
        length++;
    while (iswalnum((wint_t)text[length]) || (text[length] != 0 && is_member(text[length], L"+-.()_")))
        length++;
    return length;
}

#define FLOAT_FUNCTION(type, name, narrow_name)                                                                      \
    type name(const wchar_t *restrict text, wchar_t **restrict end)                                                  \
    {                                                                                                                \
        size_t length = number_length(text);                                                                         \
        char narrow[length + 1], *narrow_end;                                                                        \
        for (size_t i = 0; i < length; i++)                                                                          \
            narrow[i] = (char)text[i];                                                                               \
        narrow[length] = 0;                                                                                          \
        type value = narrow_name(narrow, &narrow_end);                                                               \
        if (end != NULL)                                                                                             \
            *end = (wchar_t *)text + (narrow_end - narrow);                                                          \
        return value;                                                                                                \
    }

FLOAT_FUNCTION(double, wcstod, strtod)
FLOAT_FUNCTION(float, wcstof, strtof)
FLOAT_FUNCTION(long double, wcstold, strtold)

wchar_t *wcsdup(const wchar_t *string)
{
    size_t bytes = (wcslen(string) + 1) * sizeof(wchar_t);
    wchar_t *copy = malloc(bytes);
    if (copy != NULL)
        LARIAT_INSTRUCTION(memcpy)(copy, string, bytes);
    return copy;
}

wchar_t *wmemcpy(wchar_t *restrict destination, const wchar_t *restrict source, size_t count)
{
    LARIAT_INSTRUCTION(memcpy)(destination, source, count * sizeof(wchar_t));
    return destination;
}

wchar_t *wmempcpy(wchar_t *restrict destination, const wchar_t *restrict source, size_t count)
{
    return wmemcpy(destination, source, count) + count;
}

wchar_t *wmemmove(wchar_t *destination, const wchar_t *source, size_t count)
{
    LARIAT_INSTRUCTION(memmove)(destination, source, count * sizeof(wchar_t));
    return destination;
}

wchar_t *wmemset(wchar_t *destination, wchar_t character, size_t count)
{
    for (size_t i = 0; i < count; i++)
        destination[i] = character;
    return destination;
}

int wmemcmp(const wchar_t *left, const wchar_t *right, size_t count)
{
    lariat_require_readable(left, count * sizeof(wchar_t));
    lariat_require_readable(right, count * sizeof(wchar_t));
    for (size_t i = 0; i < count; i++)
        if (left[i] != right[i])
            return left[i] < right[i] ? -1 : 1;
    return 0;
}

wchar_t *wmemchr(const wchar_t *area, wchar_t character, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (area[i] == character)
            return (wchar_t *)(area + i);
    return NULL;
}

/* Conversions. glibc's "C" locale maps ASCII only. */
int mblen(const char *bytes, size_t size)
{
    return mbtowc(NULL, bytes, size);
}

int mbtowc(wchar_t *restrict result, const char *restrict bytes, size_t size)
{
    if (bytes == NULL)
        return 0;
    if (size == 0 || (unsigned char)*bytes > 127) {
        if (size != 0)
            errno = EILSEQ;
        return -1;
    }
    if (result != NULL)
        *result = (unsigned char)*bytes;
    return *bytes != 0;
}

int wctomb(char *bytes, wchar_t character)
{
    if (bytes == NULL)
        return 0;
    if ((unsigned)character > 127) {
        errno = EILSEQ;
        return -1;
    }
    *bytes = (char)character;
    return 1;
}

size_t mbstowcs(wchar_t *restrict destination, const char *restrict source, size_t size)
{
    for (size_t i = 0; destination == NULL || i < size; i++) {
        if ((unsigned char)source[i] > 127) {
            errno = EILSEQ;
            return (size_t)-1;
        }
        if (destination != NULL)
            destination[i] = (unsigned char)source[i];
        if (source[i] == 0)
            return i;
    }
    return size;
}

size_t wcstombs(char *restrict destination, const wchar_t *restrict source, size_t size)
{
    for (size_t i = 0; destination == NULL || i < size; i++) {
        if ((unsigned)source[i] > 127) {
            errno = EILSEQ;
            return (size_t)-1;
        }
        if (destination != NULL)
            destination[i] = (char)source[i];
        if (source[i] == 0)
            return i;
    }
    return size;
}

size_t mbrtowc(wchar_t *restrict result, const char *restrict bytes, size_t size, mbstate_t *restrict state)
{
    (void)state;
    if (bytes == NULL)
        return 0;
    if (size == 0)
        return (size_t)-2;
    return (size_t)mbtowc(result, bytes, size);
}

size_t mbrlen(const char *restrict bytes, size_t size, mbstate_t *restrict state)
{
    return mbrtowc(NULL, bytes, size, state);
}

size_t wcrtomb(char *restrict bytes, wchar_t character, mbstate_t *restrict state)
{
    (void)state;
    return bytes == NULL ? 1 : (size_t)wctomb(bytes, character);
}

/* The conversions that tell where they stopped: null after the end of the string, or in front of what cannot be converted. */
size_t mbsnrtowcs(wchar_t *restrict destination, const char **restrict source, size_t most, size_t size,
                  mbstate_t *restrict state)
{
    const char *bytes = *source;
    size_t i = 0;
    (void)state;
    for (; i < most && (destination == NULL || i < size); i++) {
        if ((unsigned char)bytes[i] > 127) {
            if (destination != NULL)
                *source = bytes + i;
            errno = EILSEQ;
            return (size_t)-1;
        }
        if (destination != NULL)
            destination[i] = (unsigned char)bytes[i];
        if (bytes[i] == 0) {
            if (destination != NULL)
                *source = NULL;
            return i;
        }
    }
    if (destination != NULL)
        *source = bytes + i;
    return i;
}

size_t mbsrtowcs(wchar_t *restrict destination, const char **restrict source, size_t size, mbstate_t *restrict state)
{
    return mbsnrtowcs(destination, source, (size_t)-1, size, state);
}

size_t wcsnrtombs(char *restrict destination, const wchar_t **restrict source, size_t most, size_t size,
                  mbstate_t *restrict state)
{
    const wchar_t *text = *source;
    size_t i = 0;
    (void)state;
    for (; i < most && (destination == NULL || i < size); i++) {
        if ((unsigned)text[i] > 127) {
            if (destination != NULL)
                *source = text + i;
            errno = EILSEQ;
            return (size_t)-1;
        }
        if (destination != NULL)
            destination[i] = (char)text[i];
        if (text[i] == 0) {
            if (destination != NULL)
                *source = NULL;
            return i;
        }
    }
    if (destination != NULL)
        *source = text + i;
    return i;
}

size_t wcsrtombs(char *restrict destination, const wchar_t **restrict source, size_t size, mbstate_t *restrict state)
{
    return wcsnrtombs(destination, source, (size_t)-1, size, state);
}

int mbsinit(const mbstate_t *state)
{
    (void)state;
    return 1;
}

wint_t btowc(int character)
{
    return character >= 0 && character <= 127 ? (wint_t)character : WEOF;
}

int wctob(wint_t character)
{
    return character <= 127 ? (int)character : -1;
}

int wcwidth(wchar_t character)
{
    return character == 0 ? 0 : lariat_in_range((int)character, ' ', '~') ? 1 : -1;
}

wint_t towlower(wint_t character) { return (wint_t)lariat_lower((int)character); }
wint_t towupper(wint_t character) { return (wint_t)lariat_upper((int)character); }
int iswdigit(wint_t character) { return lariat_is_digit((int)character); }
int iswspace(wint_t character) { return lariat_is_space((int)character); }
int iswupper(wint_t character) { return lariat_in_range((int)character, 'A', 'Z'); }
int iswlower(wint_t character) { return lariat_in_range((int)character, 'a', 'z'); }
int iswalpha(wint_t character) { return iswupper(character) | iswlower(character); }
int iswalnum(wint_t character) { return iswalpha(character) | iswdigit(character); }
int iswprint(wint_t character) { return lariat_in_range((int)character, ' ', '~'); }
int iswgraph(wint_t character) { return lariat_in_range((int)character, '!', '~'); }
int iswpunct(wint_t character) { return iswgraph(character) & !iswalnum(character); }
int iswcntrl(wint_t character) { return lariat_in_range((int)character, 0, 31) | (character == 127); }
int iswblank(wint_t character) { return (character == ' ') | (character == '\t'); }
int iswxdigit(wint_t character) { return lariat_digit_value((int)character) < 16; }
