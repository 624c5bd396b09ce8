// What `__builtin_assume_aligned` promises is checked.
//@ run: test %s --out %t/a --time 2m
//@ exit: 1
//@ stdout: invalid-argument at
//@ stdout: the pointer is not aligned as the compiler is told
//@ run: test %s -DMULTIPLE --out %t/b --time 2m
//@ exit: 0
//@ stdout: everything was explored
#include <lariat.h>
static int words[16];
int main(void)
{
    char *start = (char *)words;
    unsigned offset = lariat_range(0, 8, "offset");
#ifdef MULTIPLE
    offset *= 4;
#endif
    char *place = __builtin_assume_aligned(start + offset, 4);
    /* Four behind a place that is aligned. */
    char *other = __builtin_assume_aligned(start + 5, 4, 1);
    return *place + *other;
}
