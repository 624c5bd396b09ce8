// Where the clock is written to is looked at natively, too.
//@ test:
#include <lariat.h>
#include <stdlib.h>
#include <time.h>
int main(void)
{
    struct timespec *moment = malloc(lariat_bool("small") ? 8 : sizeof *moment);
    clock_gettime(CLOCK_REALTIME, moment); //! out-of-bounds-write
    free(moment);
    return 0;
}
