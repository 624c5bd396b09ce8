// Functions given to atexit run at the end, the last one first; also when main returns.
//@ test:
#include <lariat.h>
#include <stdlib.h>
static int state;
static void first(void)
{
    lariat_assert(state == 2); //! assertion-failure
}
static void second(void) { state++; }
int main(void)
{
    atexit(first);
    atexit(second);
    atexit(second);
    if (lariat_bool("early"))
        state = 5;
    return 0;
}
