// The other functions of lariat.h.
//@ test:
//@ paths: 3
#include <lariat.h>
int main(void)
{
    int x = lariat_int("x");
    lariat_prefer(x == 3);
    if (x > 7)
        lariat_silent_exit(1);
    lariat_assume(x > 5);
    if (x == 6)
        lariat_assert(!lariat_is_symbolic(5));
    return 0;
}
