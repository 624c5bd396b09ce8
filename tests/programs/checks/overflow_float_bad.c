// A floating-point number that does not fit the integer it is converted to.
//@ test:
#include <lariat.h>
int main(void)
{
    double d = lariat_double("d");
    int i = d; //! signed-overflow
    return i > 3;
}
