// The difference of two pointers into one array is exact; asking for it costs no path.
//@ test:
//@ paths: 1
#include <lariat.h>
int main(void)
{
    long data[10];
    unsigned i = lariat_uint("i"), j = lariat_uint("j");
    lariat_assume((i <= 10) & (j <= 10));
    lariat_assert(&data[i] - &data[j] == (long)i - (long)j);
    return 0;
}
