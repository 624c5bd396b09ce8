// A path with too many decisions is left out, and the run says so.
//@ test: --max-depth 3
//@ left out: the limit of branches on a path
#include <lariat.h>
int main(void)
{
    unsigned n = lariat_uint("n"), ones = 0;
    for (int i = 0; i < 8; i++)
        if (n >> i & 1)
            ones++;
    return ones;
}
