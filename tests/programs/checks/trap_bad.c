// __builtin_trap ends the program as abort does.
//@ test:
#include <lariat.h>
int main(void)
{
    if (lariat_int("x") * 3 == 21)  //! signed-overflow
        __builtin_trap(); //! abort
    return 0;
}
