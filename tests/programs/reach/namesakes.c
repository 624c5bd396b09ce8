// A label, a static function and an inline function of a header may be there more than once; each of them counts.
//@ run: reach --quiet --target label:failed --out %t/out %s namesakes_other.c
//@ stdout: an input that reaches namesakes.c:37
//@ stdout: verdict: reached
//@ run: reach --quiet --target label:failed --out %t/out namesakes_other.c %s
//@ stdout: an input that reaches namesakes.c:37
//@ stdout: verdict: reached
//@ run: reach --quiet --target helper --out %t/out %s namesakes_other.c
//@ stdout: an input that reaches namesakes_other.c:6
//@ stdout: verdict: reached
//@ run: reach --quiet --target helper --out %t/out namesakes_other.c %s
//@ stdout: an input that reaches namesakes_other.c:6
//@ stdout: verdict: reached
//@ run: reach --quiet --target shared --out %t/out %s namesakes_other.c
//@ stdout: namesakes.h:4:
//@ stdout: verdict: reached
//@ run: reach --quiet --target label:nowhere --out %t/out %s namesakes_other.c
//@ stdout: verdict: unreachable
#include "namesakes.h"
#include <lariat.h>

int elsewhere(int x);

static int helper(int x)
{
    return x + 1;
}

static int second(int x)
{
    if (x == 7)
        goto failed;
    if (x > 3 && x < 4)
        goto nowhere;
    return 0;
failed:
    return x;
nowhere:
    return -x;
}

static int first(int x)
{
    if (x != x * 1)
        goto failed;
    return second(x);
failed:
    return 2;
}

int main(void)
{
    int x = lariat_int("x");
    int sum = first(x) + elsewhere(x);
    if (x > 3 && x < 4)
        sum += helper(x) + shared(x);
    return sum;
}
