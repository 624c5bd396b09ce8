// memcmp, memchr and strncmp with symbolic lengths.
//@ test:
#include <lariat.h>
#include <string.h>
int main(void)
{
    char a[5] = "abcd", b[5] = "abxd";
    unsigned n = lariat_uint("n");
    lariat_assume(n <= 5);
    lariat_assert((memcmp(a, b, n) == 0) == (n <= 2));
    lariat_assert((strncmp(a, b, n) < 0) == (n > 2));
    lariat_assert((memchr(a, 'd', n) != 0) == (n >= 4));
    return 0;
}
