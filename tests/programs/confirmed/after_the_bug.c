// What a program asks for after a bug is no matter.
//@ test:
#include <lariat.h>
#include <time.h>
int main(void)
{
    int x = lariat_int("x");
    int y = x + 1; //! signed-overflow
    if (time(NULL) % 2 == 0)
        y = lariat_int("z");
    return y == 3;
}
