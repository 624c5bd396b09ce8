/* <stdlib.h>: arithmetic, sorting, searching. */
#include "lariat_models.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* The most negative number has no absolute value: the negation below overflows, and the engine reports it as such. */
int abs(int value) { return value < 0 ? -value : value; }
long labs(long value) { return value < 0 ? -value : value; }
long long llabs(long long value) { return value < 0 ? -value : value; }
intmax_t imaxabs(intmax_t value) { return value < 0 ? -value : value; }

div_t div(int numerator, int denominator)
{
    div_t result = { numerator / denominator, numerator % denominator };
    return result;
}

ldiv_t ldiv(long numerator, long denominator)
{
    ldiv_t result = { numerator / denominator, numerator % denominator };
    return result;
}

lldiv_t lldiv(long long numerator, long long denominator)
{
    lldiv_t result = { numerator / denominator, numerator % denominator };
    return result;
}

imaxdiv_t imaxdiv(intmax_t numerator, intmax_t denominator)
{
    imaxdiv_t result = { numerator / denominator, numerator % denominator };
    return result;
}

void *bsearch(const void *key, const void *base, size_t count, size_t size, int (*compare)(const void *, const void *))
{
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const char *element = (const char *)base + middle * size;
        int order = compare(key, element);
        if (order < 0)
            high = middle;
        else if (order > 0)
            low = middle + 1;
        else
            return (void *)element;
    }
    return NULL;
}

struct order {
    size_t size;
    int (*compare)(const void *, const void *, void *);
    void *argument;
};

static void copy_element(char *to, const char *from, size_t size)
{
    LARIAT_INSTRUCTION(memcpy)(to, from, size);
}

/* glibc sorts by merging, halves first. Doing the same comparisons in the same order keeps a comparison function that has side
 * effects, and the order of equal elements, as they are when a test is replayed natively. */
static void merge_sort(char *elements, size_t count, char *scratch, const struct order *order)
{
    if (count <= 1)
        return;
    size_t size = order->size, left_count = count / 2, right_count = count - left_count;
    char *left = elements, *right = elements + left_count * size, *to = scratch;
    merge_sort(left, left_count, scratch, order);
    merge_sort(right, right_count, scratch, order);
    while (left_count > 0 && right_count > 0) {
        if (order->compare(left, right, order->argument) <= 0) {
            copy_element(to, left, size);
            left += size;
            left_count--;
        } else {
            copy_element(to, right, size);
            right += size;
            right_count--;
        }
        to += size;
    }
    LARIAT_INSTRUCTION(memcpy)(to, left, left_count * size);
    LARIAT_INSTRUCTION(memcpy)(elements, scratch, (count - right_count) * size);
}

/* For when there is no memory to merge in. */
static void insertion_sort(char *elements, size_t count, const struct order *order)
{
    size_t size = order->size;
    for (size_t i = 1; i < count; i++)
        for (size_t j = i; j > 0; j--) {
            char *right = elements + j * size, *left = right - size;
            if (order->compare(left, right, order->argument) <= 0)
                break;
            for (size_t byte = 0; byte < size; byte++) {
                char kept = left[byte];
                left[byte] = right[byte];
                right[byte] = kept;
            }
        }
}

void qsort_r(void *base, size_t count, size_t size, int (*compare)(const void *, const void *, void *), void *argument)
{
    struct order order = { size, compare, argument };
    size_t bytes = count * size;
    if (count <= 1 || size == 0)
        return;
    if (bytes <= 1024) {
        char scratch[1024];
        merge_sort(base, count, scratch, &order);
        return;
    }
    char *scratch = malloc(bytes);
    if (scratch == NULL) {
        insertion_sort(base, count, &order);
    } else {
        merge_sort(base, count, scratch, &order);
        free(scratch);
    }
}

struct plain_comparison {
    int (*compare)(const void *, const void *);
};

static int call_plain_comparison(const void *left, const void *right, void *argument)
{
    return ((struct plain_comparison *)argument)->compare(left, right);
}

void qsort(void *base, size_t count, size_t size, int (*compare)(const void *, const void *))
{
    struct plain_comparison plain = { compare };
    qsort_r(base, count, size, call_plain_comparison, &plain);
}

void *lfind(const void *key, const void *base, size_t *count, size_t size, int (*compare)(const void *, const void *))
{
    for (size_t i = 0; i < *count; i++) {
        const char *element = (const char *)base + i * size;
        if (compare(key, element) == 0)
            return (void *)element;
    }
    return NULL;
}

void *lsearch(const void *key, void *base, size_t *count, size_t size, int (*compare)(const void *, const void *))
{
    void *found = lfind(key, base, count, size, compare);
    if (found != NULL)
        return found;
    char *element = (char *)base + *count * size;
    copy_element(element, key, size);
    ++*count;
    return element;
}

void *reallocarray(void *memory, size_t count, size_t size)
{
    size_t bytes;
    if (__builtin_mul_overflow(count, size, &bytes)) {
        errno = ENOMEM;
        return NULL;
    }
    return realloc(memory, bytes);
}

void swab(const void *restrict from, void *restrict to, ssize_t size)
{
    const char *source = from;
    char *destination = to;
    for (ssize_t i = 0; i + 1 < size; i += 2) {
        char first = source[i], second = source[i + 1];
        destination[i] = second;
        destination[i + 1] = first;
    }
}

/* Names of temporary files end in six X, which become a number no other file has. */
static int fill_template(char *name)
{
    static unsigned number;
    size_t length = strlen(name);
    if (length < 6 || strcmp(name + length - 6, "XXXXXX") != 0) {
        errno = EINVAL;
        return -1;
    }
    unsigned rest = number++;
    for (size_t i = length - 6; i < length; i++, rest /= 10)
        name[i] = (char)('0' + rest % 10);
    return 0;
}

int mkstemp(char *name)
{
    enum { READ_WRITE = 02, CREATE = 0100, EXCLUSIVE = 0200 };
    if (fill_template(name) != 0)
        return -1;
    return lariat_open(name, READ_WRITE | CREATE | EXCLUSIVE, 0600);
}

int mkstemp64(char *name)
{
    return mkstemp(name);
}

char *mktemp(char *name)
{
    if (fill_template(name) != 0)
        *name = 0;
    return name;
}
