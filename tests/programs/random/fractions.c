// Numbers from 0 to 1 where the seed is an input, and dates of all times.
//@ test:
#include <stdlib.h>
#include <time.h>
int main(void)
{
    srand48(time(NULL));
    if (drand48() > 0.999)
        abort(); //! abort
    return 0;
}
