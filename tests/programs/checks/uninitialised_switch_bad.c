// A local variable without a value decides a switch.
//@ test: --check-uninitialised
#include <lariat.h>
int main(void)
{
    int kind;
    if (lariat_bool("known"))
        kind = 3;
    switch (kind) { //! uninitialised-branch
    case 1: return 1;
    case 3: return 2;
    default: return 3;
    }
}
