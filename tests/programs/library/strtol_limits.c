// Numbers too large for a long, other bases, and what is not a number.
//@ test:
//@ paths: 1
//@ native: clean
#include <lariat.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
int main(void)
{
    char *end;
    lariat_assert(strtol("99999999999999999999", &end, 10) == LONG_MAX && errno == ERANGE);
    errno = 0;
    lariat_assert(strtol("  -0x1fz", &end, 0) == -31 && strcmp(end, "z") == 0 && errno == 0);
    lariat_assert(strtoul("777", NULL, 8) == 511);
    lariat_assert(strtol("none", &end, 10) == 0 && *end == 'n');
    lariat_assert(strtod("2.5e2x", &end) == 250 && *end == 'x');
    lariat_assert(atoi("12ab") == 12);
    return 0;
}
