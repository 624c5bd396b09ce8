// A bug that is also there without uninitialised memory is confirmed, though another path finds it with it.
//@ test:
#include <lariat.h>
int main(void)
{
    int flags[2], n = lariat_int("n");
    if (n > 10)
        flags[0] = 1;
    if (n == 5 && flags[0])
        n = 11;
    lariat_assert(n != 11); //! assertion-failure
    return 0;
}
