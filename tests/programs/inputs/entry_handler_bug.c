// Bugs in what runs behind a function named with --entry are found and confirmed.
//@ test: --entry work
//@ json: complete == true
#include <stdlib.h>

static int *place;
static int cell;

static void last(void)
{
    *place = 1; //! null-dereference
}

int work(unsigned char a)
{
    if (a == 0)
        return 1;
    place = a == 7 ? 0 : &cell;
    atexit(last);
    return 0;
}
