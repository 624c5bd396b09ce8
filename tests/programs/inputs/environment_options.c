// Options make inputs of what the environment says, and the native run gets them.
//@ run: verify %s --property unreach-call --out %t/a
//@ stdout: --sym-env NAME N makes one an input
//@ stdout: --sym-pid makes it an input
//@ stdout: --sym-uid makes it an input
//@ stdout: --sym-cwd N makes it an input
//@ stdout: --sym-hostname N makes it an input
//@ stdout: --any-time lets it show others
//@ stdout: verdict: true
//@ run: test %s --out %t/b --sym-env MODE 3 --sym-pid --sym-uid --sym-cwd 3 --sym-hostname 3 --any-time
//@ exit: 1
//@ stdout: environment_options.c:33:
//@ stdout: environment_options.c:36:
//@ stdout: environment_options.c:41:
//@ stdout: environment_options.c:43:
//@ stdout: environment_options.c:47:
//@ stdout: environment_options.c:49:
//@ stdout: environment_options.c:51:
//@ stdout!: makes it an input
//@ stdout!: lets it show others
//@ stdout!: not confirmed
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
void reach_error(void) { abort(); }
extern char **environ;
int main(void)
{
    char text[16];
    char *mode = getenv("MODE");
    if (mode != NULL && strcmp(mode, "on") == 0)
        reach_error();
    for (char **variable = environ; *variable != NULL; variable++)
        if (strcmp(*variable, "MODE=no") == 0)
            reach_error();
    pid_t self = getpid();
    if (self != getpid())
        return 1;
    if (self == 77 && getppid() == 1)
        reach_error();
    if (getuid() == 0 && geteuid() != 0)
        reach_error();
    if (getcwd(text, sizeof text) == NULL)
        return 1;
    if (strcmp(text, "/tmp") == 0)
        reach_error();
    if (gethostname(text, sizeof text) == 0 && strcmp(text, "abc") == 0)
        reach_error();
    if (time(NULL) > 4000000000)
        reach_error();
    return 0;
}
