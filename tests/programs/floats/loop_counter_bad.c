// A loop that counts in tenths takes one step more than it seems.
//@ test:
#include <lariat.h>
int main(void)
{
    int steps = 0;
    for (float x = 0; x < 1; x += 0.1f)
        steps++;
    double y = 0;
    int more = 0;
    for (int i = 0; i < 10; i++)
        y += 0.1;
    lariat_assert(steps == 10);
    lariat_assert(y == 1.0); //! assertion-failure
    return more;
}
