// The inputs that show the bug are left behind it; the others go on.
//@ run: test %s --out %t/out
//@ exit: 1
//@ stdout: 1 path ended at a bug; what follows it was not explored
//@ stdout: everything else was explored
//@ stdout!: everything was explored
#include <lariat.h>

int main(void)
{
    unsigned shift = lariat_uint("shift");
    return 1 << shift != 4;
}
