// A variable length array has at least one element.
//@ test:
#include <lariat.h>

static int signed_length(int n)
{
    if (n > 4)
        return 0;
    int a[n]; //! invalid-array-length
    a[0] = 1;
    return a[0];
}

static int two_lengths(unsigned char n, unsigned char m)
{
    if (n == 0 || n > 3 || m > 3)
        return 0;
    int a[n][m]; //! invalid-array-length
    return sizeof a > 100;
}

static int fine(int n)
{
    if (n < 1 || n > 4)
        return 0;
    int a[n];
    a[n - 1] = 2;
    return a[n - 1];
}

int main(void)
{
    switch (lariat_range(0, 2, "which")) {
    case 0: return signed_length(lariat_int("n"));
    case 1: return two_lengths(lariat_uchar("n"), lariat_uchar("m"));
    default: return fine(lariat_int("n"));
    }
}
