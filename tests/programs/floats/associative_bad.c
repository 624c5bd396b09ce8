// Addition is not associative.
//@ test:
#include <lariat.h>
int main(void)
{
    float a = lariat_float("a");
    lariat_assume(a >= 0 && a <= 1000);
    lariat_assert((a + 1e7f) - 1e7f == a); //! assertion-failure
    return 0;
}
