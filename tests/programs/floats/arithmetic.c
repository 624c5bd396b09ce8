// Sums, products and quotients of numbers whose results the machine gives, bit by bit.
//@ test:
//@ paths: 1
//@ native: clean
#include <lariat.h>
#include <math.h>
#include <string.h>
static unsigned long bits(double d)
{
    unsigned long n;
    memcpy(&n, &d, 8);
    return n;
}
int main(void)
{
    double numbers[] = {0.1, 1e300, -3.7e-310, 5e-324, 1.7976931348623157e308, 3};
    unsigned long sum = 0, product = 0, quotient = 0, rest = 0;
    for (int i = 0; i < 6; i++)
        for (int j = 0; j < 6; j++) {
            sum = sum * 31 + bits(numbers[i] + numbers[j]);
            product = product * 31 + bits(numbers[i] * numbers[j]);
            quotient = quotient * 31 + bits(numbers[i] / numbers[j]);
            rest = rest * 31 + bits(fmod(numbers[i], numbers[j]));
        }
    lariat_assert(sum == 0x3cbe80f18b672432u && product == 0x54295ec507ceb516u);
    lariat_assert(quotient == 0xe4c4d9033e636ba4u && rest == 0xcead19f3093e8903u);
    return 0;
}
