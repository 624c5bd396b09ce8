// A number that is no address is followed.
//@ test:
#include <lariat.h>
#include <stdint.h>
int main(void)
{
    int value = 5;
    uintptr_t address = (uintptr_t)&value;
    if (lariat_char("c") == 'c')
        address = 0x123456789000;
    return *(int *)address; //! invalid-pointer
}
