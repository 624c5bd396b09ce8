// A long has 32 bits and overflows there.
//@ test: --data-model ILP32
//@ test: --data-model LP64
//@ bugs: none
#include <lariat.h>
int main(void)
{
    int a = lariat_int("a");
    long twice = 2l * a; //! signed-overflow
    return twice == 6;
}
