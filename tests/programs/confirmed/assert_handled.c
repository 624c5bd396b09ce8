// The program handles the signal of a failed assertion, so that nothing but the message says where it was.
//@ test:
#include <assert.h>
#include <lariat.h>
#include <signal.h>
#include <unistd.h>
static void handle(int signal)
{
    (void)signal;
    _exit(0);
}
int main(void)
{
    signal(SIGABRT, handle);
    int x = lariat_int("x");
    assert(x != 1 //! assertion-failure
           && x != 2);
    return 0;
}
