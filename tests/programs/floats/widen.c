// double to float may lose something.
//@ test:
#include <lariat.h>
int main(void)
{
    double e = lariat_double("e");
    lariat_assume(e > 1 && e < 2);
    lariat_assert((double)(float)e == e); //! assertion-failure
    return 0;
}
