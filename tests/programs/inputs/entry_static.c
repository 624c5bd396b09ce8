// The entry function may be static, and the program may have a main.
//@ test: --entry check
#include <assert.h>
static int check(unsigned n)
{
    assert(n != 1000); //! assertion-failure
    return 0;
}
int main(int argc, char **argv)
{
    (void)argv;
    return check(argc);
}
