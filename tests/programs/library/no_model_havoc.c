// A function without a body gives anything and writes anything behind its arguments; that accuses nobody.
//@ test: --external warn-havoc
//@ bugs: 1
//@ exit: 3
//@ left out: launch has no body and no model
#include <lariat.h>
int launch(int *);
int main(void)
{
    int value = 5;
    int result = launch(&value);
    if (value == 6 && result == 7)
        lariat_assert(0);
    return 0;
}
