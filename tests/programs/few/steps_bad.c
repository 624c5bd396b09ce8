// A byte in front of arithmetic that is hard for a solver: all its values are tried.
//@ test:
//@ input: value == 6
#include <lariat.h>

int main(void)
{
    unsigned value = lariat_uchar("value"), product = 1;
    for (int i = 0; i < 12; i++) {
        value = value * 5 + 1;
        product = product * value % 65521;
    }
    lariat_assert(product * product % 7919 != 1234);
    lariat_assert(product != 4711 * 3);
    lariat_assert(product % 251 != 155); //! assertion-failure
    return 0;
}
