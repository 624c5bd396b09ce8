// sin of a symbolic number is anything if functions without a model are; such a run neither accuses nor proves.
//@ test: --external warn-havoc
//@ left out: sin
#include <lariat.h>
#include <math.h>
int main(void)
{
    double x = lariat_double("x");
    if (sin(x) > 0.5)
        return 1;
    return 2;
}
