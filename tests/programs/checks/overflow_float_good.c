// A floating-point number that does not fit the integer it is converted to. The mended version.
//@ test:
#include <lariat.h>
int main(void)
{
    double d = lariat_double("d");
    if (!(d > -2147483649.0 && d < 2147483648.0))
        return 1;
    int i = d;
    return i == 7;
}
