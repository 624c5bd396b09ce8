// All looks at the clock are inputs, and the native program gets them.
//@ test:
#include <assert.h>
#include <stdlib.h>
#include <sys/time.h>
#include <sys/times.h>
#include <time.h>
int main(void)
{
    struct timespec moment;
    struct timeval now;
    struct tms used;
    time_t stored, seconds = time(&stored);
    assert(seconds != 1234567890); //! assertion-failure
    assert(stored != 1234567891); //! assertion-failure
    clock_gettime(CLOCK_MONOTONIC, &moment);
    assert(moment.tv_nsec != 17); //! assertion-failure
    gettimeofday(&now, NULL);
    assert(now.tv_usec != 171); //! assertion-failure
    timespec_get(&moment, TIME_UTC);
    assert(moment.tv_sec - now.tv_sec != 3600); //! assertion-failure
    if (clock() == 55)
        abort(); //! abort
    if (times(&used) == 77)
        abort(); //! abort
    return 0;
}
