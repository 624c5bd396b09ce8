// A local variable without a value decides a switch. The mended version.
//@ test: --check-uninitialised
//@ paths: 2
#include <lariat.h>
int main(void)
{
    int kind = 1;
    if (lariat_bool("known"))
        kind = 3;
    switch (kind) {
    case 1: return 1;
    case 3: return 2;
    default: return 3;
    }
}
