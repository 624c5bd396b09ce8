// Other processes are not executed, so nothing is proved about what follows them.
//@ verify: -D WAY=1
//@ verdict: unknown
//@ left out: fork
//@ verify: -D WAY=2
//@ verdict: unknown
//@ left out: vfork
//@ verify: -D WAY=3
//@ verdict: unknown
//@ left out: system
//@ verify: -D WAY=4
//@ verdict: unknown
//@ left out: popen
#include <lariat_verifier.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
static int start(void)
{
    switch (WAY) {
    case 1:
        return fork() == 0;
    case 2:
        return vfork() == 0;
    case 3:
        return system("exit 0") == 0;
    default:
        return popen("exit 0", "r") != NULL;
    }
}
int main(void)
{
    if (start())
        reach_error();
    return 0;
}
