// __VERIFIER_nondet_pointer is any number; it can be compared, and must not be followed without care.
//@ test:
#include <lariat_verifier.h>
int main(void)
{
    char *p = __VERIFIER_nondet_pointer();
    if (p == (char *)0)
        return 1;
    if (p == (char *)0x10)
        return *p; //! null-dereference
    return 0;
}
