// abs, div and friends on symbolic numbers.
//@ test:
#include <lariat.h>
#include <stdlib.h>
int main(void)
{
    int n = lariat_range(-1000, 1000, "n"), d = lariat_range(1, 7, "d");
    lariat_assert(abs(n) >= 0 && abs(n) == (n < 0 ? -n : n));
    div_t result = div(n, d);
    lariat_assert(result.quot * d + result.rem == n && abs(result.rem) < d);
    lariat_assert(labs((long)n) == abs(n));
    return 0;
}
