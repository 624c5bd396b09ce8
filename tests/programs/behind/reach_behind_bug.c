// A line that only paths through undefined behaviour get to is not proved unreachable.
//@ run: reach %s --target reach_behind_bug.c:13 --out %t/out
//@ exit: 3
//@ stdout: verdict: unknown
#include <lariat.h>

int main(void)
{
    static char table[4];
    unsigned place = lariat_uint("place");
    lariat_assume(place > 3 && place < 8);
    if (table[place] != 0 || place > 9)
        return 2;
    return 0;
}
