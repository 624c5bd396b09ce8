// Functions of few possible arguments are tables.
//@ test:
#include <lariat.h>
#include <math.h>

int main(void)
{
    int degrees = lariat_range(0, 90, "degrees");
    unsigned char base = lariat_uchar("base");
    double height = sin(degrees * 3.14159265358979 / 180) * 100;
    lariat_assert(height >= 0 && height < 100.5);
    if (height > 49.9 && height < 50.1)
        lariat_assert(degrees != 30); //! assertion-failure
    double root = pow(base, 0.5), logarithm = log(base + 1.0);
    lariat_assert(root * root < 255.5 && logarithm < 5.6);
    lariat_assert(base == 0 || floor(log2(base)) != 7 || base > 128); //! assertion-failure
    return 0;
}
