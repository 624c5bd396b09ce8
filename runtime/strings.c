/* <strings.h>: BSD's names, comparisons that ignore case, positions of bits. */
#include "lariat_models.h"

#include <string.h>
#include <strings.h>

#undef bcmp
#undef bcopy
#undef bzero
#undef index
#undef rindex

int bcmp(const void *left, const void *right, size_t size)
{
    return memcmp(left, right, size);
}

void bcopy(const void *source, void *destination, size_t size)
{
    LARIAT_INSTRUCTION(memmove)(destination, source, size);
}

void bzero(void *destination, size_t size)
{
    LARIAT_INSTRUCTION(memset)(destination, 0, size);
}

char *index(const char *string, int character)
{
    return strchr(string, character);
}

char *rindex(const char *string, int character)
{
    return strrchr(string, character);
}

int strcasecmp(const char *left, const char *right)
{
    const unsigned char *a = (const unsigned char *)left, *b = (const unsigned char *)right;
    for (;; a++, b++) {
        int difference = lariat_lower(*a) - lariat_lower(*b);
        if (difference != 0)
            return difference;
        if (*a == 0)
            return 0;
    }
}

int strncasecmp(const char *left, const char *right, size_t limit)
{
    const unsigned char *a = (const unsigned char *)left, *b = (const unsigned char *)right;
    for (size_t i = 0; i < limit; i++) {
        int difference = lariat_lower(a[i]) - lariat_lower(b[i]);
        if (difference != 0)
            return difference;
        if (a[i] == 0)
            return 0;
    }
    return 0;
}

/* The lowest set bit by halving: six steps of arithmetic instead of up to 64 branches. */
static int lowest_bit(uint64_t value)
{
    uint64_t bit = value & (0 - value);
    int position = (value != 0);
    position += ((bit & 0xffffffff00000000u) != 0) << 5;
    position += ((bit & 0xffff0000ffff0000u) != 0) << 4;
    position += ((bit & 0xff00ff00ff00ff00u) != 0) << 3;
    position += ((bit & 0xf0f0f0f0f0f0f0f0u) != 0) << 2;
    position += ((bit & 0xccccccccccccccccu) != 0) << 1;
    position += (bit & 0xaaaaaaaaaaaaaaaau) != 0;
    return position;
}

int ffs(int value)
{
    return lowest_bit((unsigned)value);
}

int ffsl(long value)
{
    return lowest_bit((unsigned long)value);
}

int ffsll(long long value)
{
    return lowest_bit((unsigned long long)value);
}
