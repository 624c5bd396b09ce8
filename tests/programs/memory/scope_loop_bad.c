// A pointer to a variable of the round before.
//@ test:
#include <lariat.h>
int main(void)
{
    int *last = 0, sum = 0;
    for (int i = 0; i < lariat_range(1, 2, "n"); i++) {
        int here[2] = {i, i};
        sum += here[1];
        last = here;
    }
    if (last)
        sum += last[0]; //! use-after-scope
    return sum;
}
