/* <string.h>: bytes and strings.
 *
 * Every function touches exactly the bytes the C standard lets it touch, in order, one at a time, because the engine checks
 * each access: a wrong use in the program is found here at the byte where it goes wrong. Loops decide on one byte per
 * iteration, so a symbolic string forks once per possible end and not more. */
#include "lariat_models.h"

#include <string.h>

void *memcpy(void *restrict destination, const void *restrict source, size_t size)
{
    LARIAT_INSTRUCTION(memcpy)(destination, source, size);
    return destination;
}

void *memmove(void *destination, const void *source, size_t size)
{
    LARIAT_INSTRUCTION(memmove)(destination, source, size);
    return destination;
}

void *memset(void *destination, int byte, size_t size)
{
    LARIAT_INSTRUCTION(memset)(destination, byte, size);
    return destination;
}

void explicit_bzero(void *destination, size_t size)
{
    LARIAT_INSTRUCTION(memset)(destination, 0, size);
}

void *mempcpy(void *restrict destination, const void *restrict source, size_t size)
{
    LARIAT_INSTRUCTION(memcpy)(destination, source, size);
    return (char *)destination + size;
}

void *__mempcpy(void *restrict destination, const void *restrict source, size_t size)
{
    return mempcpy(destination, source, size);
}

void *memccpy(void *restrict destination, const void *restrict source, int stop, size_t size)
{
    unsigned char *to = destination;
    const unsigned char *from = source;
    struct lariat_copy copy = lariat_begin_copy(destination, source);
    for (size_t i = 0; i < size; i++) {
        if (i == copy.distance)
            lariat_overlap();
        to[i] = from[i];
        if (from[i] == (unsigned char)stop) {
            lariat_end_copy(&copy, i + 1);
            return to + i + 1;
        }
    }
    lariat_end_copy(&copy, size);
    return NULL;
}

int memcmp(const void *left, const void *right, size_t size)
{
    const unsigned char *a = left, *b = right;
    lariat_require_readable(left, size);
    lariat_require_readable(right, size);
    for (size_t i = 0; i < size; i++)
        if (a[i] != b[i])
            return (int)a[i] - (int)b[i];
    return 0;
}

void *memchr(const void *area, int byte, size_t size)
{
    const unsigned char *bytes = area;
    for (size_t i = 0; i < size; i++)
        if (bytes[i] == (unsigned char)byte)
            return (void *)(bytes + i);
    return NULL;
}

void *memrchr(const void *area, int byte, size_t size)
{
    const unsigned char *bytes = area;
    lariat_require_readable(area, size);
    for (size_t i = size; i > 0; i--)
        if (bytes[i - 1] == (unsigned char)byte)
            return (void *)(bytes + i - 1);
    return NULL;
}

void *rawmemchr(const void *area, int byte)
{
    const unsigned char *bytes = area;
    while (*bytes != (unsigned char)byte)
        bytes++;
    return (void *)bytes;
}

void *__rawmemchr(const void *area, int byte)
{
    return rawmemchr(area, byte);
}

void *memmem(const void *haystack, size_t haystack_size, const void *needle, size_t needle_size)
{
    const unsigned char *bytes = haystack;
    lariat_require_readable(haystack, haystack_size);
    lariat_require_readable(needle, needle_size);
    if (needle_size > haystack_size)
        return NULL;
    for (size_t start = 0; start <= haystack_size - needle_size; start++)
        if (memcmp(bytes + start, needle, needle_size) == 0)
            return (void *)(bytes + start);
    return NULL;
}

void *memfrob(void *area, size_t size)
{
    unsigned char *bytes = area;
    for (size_t i = 0; i < size; i++)
        bytes[i] ^= 42;
    return area;
}

size_t strlen(const char *string)
{
    size_t length = 0;
    while (string[length] != 0)
        length++;
    return length;
}

size_t strnlen(const char *string, size_t limit)
{
    size_t length = 0;
    while (length < limit && string[length] != 0)
        length++;
    return length;
}

char *stpcpy(char *restrict destination, const char *restrict source)
{
    struct lariat_copy copy = lariat_begin_copy(destination, source);
    size_t i = 0;
    for (;; i++) {
        if (i == copy.distance)
            lariat_overlap();
        if ((destination[i] = source[i]) == 0)
            break;
    }
    lariat_end_copy(&copy, i + 1);
    return destination + i;
}

char *__stpcpy(char *restrict destination, const char *restrict source)
{
    return stpcpy(destination, source);
}

char *strcpy(char *restrict destination, const char *restrict source)
{
    stpcpy(destination, source);
    return destination;
}

char *stpncpy(char *restrict destination, const char *restrict source, size_t size)
{
    struct lariat_copy copy = lariat_begin_copy(destination, source);
    size_t i = 0;
    for (; i < size && source[i] != 0; i++) {
        if (i == copy.distance)
            lariat_overlap();
        destination[i] = source[i];
    }
    lariat_end_copy(&copy, i < size ? i + 1 : i);
    char *end = destination + i;
    for (; i < size; i++)
        destination[i] = 0;
    return end;
}

char *__stpncpy(char *restrict destination, const char *restrict source, size_t size)
{
    return stpncpy(destination, source, size);
}

char *strncpy(char *restrict destination, const char *restrict source, size_t size)
{
    stpncpy(destination, source, size);
    return destination;
}

char *strcat(char *restrict destination, const char *restrict source)
{
    stpcpy(destination + strlen(destination), source);
    return destination;
}

char *strncat(char *restrict destination, const char *restrict source, size_t limit)
{
    char *end = destination + strlen(destination);
    struct lariat_copy copy = lariat_begin_copy(end, source);
    size_t i = 0;
    for (; i < limit && source[i] != 0; i++) {
        if (i == copy.distance)
            lariat_overlap();
        end[i] = source[i];
    }
    lariat_end_copy(&copy, i < limit ? i + 1 : i);
    end[i] = 0;
    return destination;
}

size_t strlcpy(char *restrict destination, const char *restrict source, size_t size)
{
    size_t length = strlen(source);
    if (size > 0) {
        size_t kept = length < size ? length : size - 1;
        lariat_require_disjoint(destination, kept + 1, source, length + 1);
        for (size_t i = 0; i < kept; i++)
            destination[i] = source[i];
        destination[kept] = 0;
    }
    return length;
}

size_t strlcat(char *restrict destination, const char *restrict source, size_t size)
{
    size_t used = strnlen(destination, size);
    if (used == size)
        return size + strlen(source);
    return used + strlcpy(destination + used, source, size - used);
}

int strcmp(const char *left, const char *right)
{
    const unsigned char *a = (const unsigned char *)left, *b = (const unsigned char *)right;
    for (; *a == *b; a++, b++)
        if (*a == 0)
            return 0;
    return (int)*a - (int)*b;
}

int strncmp(const char *left, const char *right, size_t limit)
{
    const unsigned char *a = (const unsigned char *)left, *b = (const unsigned char *)right;
    for (size_t i = 0; i < limit; i++) {
        if (a[i] != b[i])
            return (int)a[i] - (int)b[i];
        if (a[i] == 0)
            return 0;
    }
    return 0;
}

/* The locale is always "C", where the order of strings is the order of their bytes. */
int strcoll(const char *left, const char *right)
{
    return strcmp(left, right);
}

size_t strxfrm(char *restrict destination, const char *restrict source, size_t size)
{
    size_t length = strlen(source);
    lariat_require_disjoint(destination, size <= length ? size : length + 1, source, length + 1);
    for (size_t i = 0; i < size && i <= length; i++)
        destination[i] = source[i];
    return length;
}

char *strchrnul(const char *string, int character)
{
    while (*string != 0 && *string != (char)character)
        string++;
    return (char *)string;
}

char *strchr(const char *string, int character)
{
    for (; *string != (char)character; string++)
        if (*string == 0)
            return NULL;
    return (char *)string;
}

char *strrchr(const char *string, int character)
{
    const char *found = NULL;
    for (;; string++) {
        if (*string == (char)character)
            found = string;
        if (*string == 0)
            return (char *)found;
    }
}

char *strstr(const char *haystack, const char *needle)
{
    for (;; haystack++) {
        size_t i = 0;
        while (needle[i] != 0 && haystack[i] == needle[i])
            i++;
        if (needle[i] == 0)
            return (char *)haystack;
        /* The haystack ended inside this attempt, so no later one can succeed. */
        if (haystack[i] == 0)
            return NULL;
    }
}

char *strcasestr(const char *haystack, const char *needle)
{
    for (;; haystack++) {
        size_t i = 0;
        while (needle[i] != 0 && lariat_lower(haystack[i]) == lariat_lower(needle[i]))
            i++;
        if (needle[i] == 0)
            return (char *)haystack;
        if (haystack[i] == 0)
            return NULL;
    }
}

/* Whether the byte is one of a set's, looked at without a branch for each member. */
static int is_member(char byte, const char *set)
{
    unsigned found = 0;
    for (; *set != 0; set++)
        found |= (unsigned)(*set == byte);
    return (int)found;
}

size_t strspn(const char *string, const char *accepted)
{
    size_t length = 0;
    while (string[length] != 0 && is_member(string[length], accepted))
        length++;
    return length;
}

size_t strcspn(const char *string, const char *rejected)
{
    size_t length = 0;
    while (string[length] != 0 && !is_member(string[length], rejected))
        length++;
    return length;
}

char *strpbrk(const char *string, const char *accepted)
{
    string += strcspn(string, accepted);
    return *string != 0 ? (char *)string : NULL;
}

char *strtok_r(char *restrict string, const char *restrict separators, char **restrict rest)
{
    if (string == NULL)
        string = *rest;
    if (string == NULL)
        return NULL;
    string += strspn(string, separators);
    if (*string == 0) {
        *rest = string;
        return NULL;
    }
    char *end = string + strcspn(string, separators);
    if (*end != 0)
        *end++ = 0;
    *rest = end;
    return string;
}

char *__strtok_r(char *restrict string, const char *restrict separators, char **restrict rest)
{
    return strtok_r(string, separators, rest);
}

char *strtok(char *restrict string, const char *restrict separators)
{
    static char *rest;
    return strtok_r(string, separators, &rest);
}

char *strsep(char **restrict string, const char *restrict separators)
{
    char *start = *string;
    if (start == NULL)
        return NULL;
    char *end = start + strcspn(start, separators);
    if (*end != 0) {
        *end = 0;
        *string = end + 1;
    } else {
        *string = NULL;
    }
    return start;
}

char *strdup(const char *string)
{
    size_t size = strlen(string) + 1;
    char *copy = malloc(size);
    if (copy != NULL)
        LARIAT_INSTRUCTION(memcpy)(copy, string, size);
    return copy;
}

char *__strdup(const char *string)
{
    return strdup(string);
}

char *strndup(const char *string, size_t limit)
{
    size_t length = strnlen(string, limit);
    char *copy = malloc(length + 1);
    if (copy != NULL) {
        LARIAT_INSTRUCTION(memcpy)(copy, string, length);
        copy[length] = 0;
    }
    return copy;
}

char *__strndup(const char *string, size_t limit)
{
    return strndup(string, limit);
}

/* The GNU order of versions: numbers compare as numbers, and runs of digits that start with zeros as fractions. */
int strverscmp(const char *left, const char *right)
{
    const unsigned char *a = (const unsigned char *)left, *b = (const unsigned char *)right;
    size_t same = 0, digits = 0;
    int zeros = 1;
    while (a[same] == b[same]) {
        if (a[same] == 0)
            return 0;
        if (!lariat_is_digit(a[same])) {
            digits = same + 1;
            zeros = 1;
        } else if (a[same] != '0') {
            zeros = 0;
        }
        same++;
    }
    int a_digit = lariat_is_digit(a[same]), b_digit = lariat_is_digit(b[same]);
    /* Both numbers are without leading zeros here: the longer one is larger. */
    if (a[digits] != '0' && b[digits] != '0' && (a_digit || b_digit)) {
        size_t i = same;
        while (lariat_is_digit(a[i]) && lariat_is_digit(b[i]))
            i++;
        if (lariat_is_digit(a[i]) && same > digits)
            return 1;
        if (lariat_is_digit(b[i]) && same > digits)
            return -1;
        if (lariat_is_digit(a[i]) && a_digit && b_digit)
            return 1;
        if (lariat_is_digit(b[i]) && a_digit && b_digit)
            return -1;
    } else if (zeros && digits < same && (a_digit || b_digit)) {
        /* Common leading zeros: the one with more digits behind them is the smaller fraction. */
        return (int)(unsigned char)(a[same] - '0') - (int)(unsigned char)(b[same] - '0');
    }
    return (int)a[same] - (int)b[same];
}
