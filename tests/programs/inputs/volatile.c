// What a read of a volatile object gives is fixed, which a proof says, or an input, which the native run gets.
//@ run: verify %s --property unreach-call --out %t/a
//@ stdout: note: nothing but the program changed the volatile object ready, read at
//@ stdout: --volatile-inputs makes each read of a number an input
//@ stdout: nothing but the program changed the volatile object level, read at
//@ stdout: verdict: true
//@ run: test %s --out %t/c --volatile-inputs
//@ exit: 1
//@ count: 2 error-reached at
//@ stdout!: not confirmed
#include <stdlib.h>
void reach_error(void) { abort(); }
volatile int ready;
static volatile unsigned char level = 3;
static const volatile short limit = 7;
int main(void)
{
    volatile double scale = 1;
    if (ready == 5)
        reach_error();
    if (level == 200 && limit == -2 && scale == 2.5 && ready == 6)
        reach_error();
    return 0;
}
