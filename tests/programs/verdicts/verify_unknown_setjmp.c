// Something that is not supported: unknown, with what and where.
//@ verify:
//@ verdict: unknown
//@ left out: setjmp
#include <lariat_verifier.h>
#include <setjmp.h>
static jmp_buf back;
int main(void)
{
    if (setjmp(back) == 1)
        reach_error();
    return 0;
}
