// The other file of namesakes.c.
#include "namesakes.h"

static int helper(int x)
{
    return x - 1;
}

int elsewhere(int x)
{
    if (x > 3 && x < 4)
        goto nowhere;
    return x == 12 ? helper(x) + shared(x) : 0;
nowhere:
    return 3;
}
