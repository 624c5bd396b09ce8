// setjmp is not supported: the path ends there and the run says so.
//@ test:
//@ left out: setjmp
#include <lariat.h>
#include <setjmp.h>
static jmp_buf back;
int main(void)
{
    if (lariat_int("x") == 5)
        return 1;
    if (setjmp(back))
        return 2;
    longjmp(back, 1);
}
