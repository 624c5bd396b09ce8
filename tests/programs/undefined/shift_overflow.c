// Shifting a one into or out of the sign bit gives what the machine gives.
//@ test: --cflags=-fwrapv
#include <lariat.h>
int main(void)
{
    int n = lariat_range(0, 31, "n");
    int bit = 1 << n;
    lariat_assert((bit < 0) == (n == 31));
    lariat_assert((unsigned)bit >> n == 1);
    return 0;
}
