// Comparing by subtracting. The mended version.
//@ test:
#include <lariat.h>
int main(void)
{
    int a = lariat_int("a"), b = lariat_int("b");
    int order = (a > b) - (a < b);
    lariat_assert((order < 0) == (a < b));
    return 0;
}
