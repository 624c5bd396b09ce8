// A function that nothing reaches.
//@ reach: --target secret
//@ verdict: unreachable
#include <lariat.h>
static int secret(void) { return 42; }
int main(void)
{
    unsigned x = lariat_uint("x");
    if ((x & 1) && x % 2 == 0)
        return secret();
    return 0;
}
