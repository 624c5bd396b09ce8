// The environment is empty; getenv finds nothing.
//@ test:
//@ paths: 1
#include <lariat.h>
#include <stdlib.h>
int main(int argc, char **argv, char **envp)
{
    (void)argc;
    (void)argv;
    lariat_assert(envp != 0 && envp[0] == 0);
    lariat_assert(getenv("HOME") == 0);
    return 0;
}
