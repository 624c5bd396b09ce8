// A counter that overflows. The mended version: it stays at its largest value.
//@ test:
#include <lariat.h>
#include <limits.h>
struct counter {
    int value;
};
int main(void)
{
    struct counter counter = {lariat_int("start")};
    if (counter.value < INT_MAX)
        counter.value++;
    return counter.value > 5;
}
