// What the models fix is said where a path asks for it, and not where the user declared it.
//@ run: test %s --out %t/a --time 2m
//@ stdout: note: standard input was empty at
//@ stdout: --sym-stdin N makes it an input
//@ stdout: files that were not declared did not exist at
//@ stdout: environment variables that the program did not set did not exist at
//@ stdout: the process had the number 4242 at
//@ stdout: nothing was a terminal or another device at
//@ stdout: the program was started without arguments at
//@ run: test %s --out %t/b --time 2m --sym-stdin 1 --sym-file in 1 --sym-args 0 1 1
//@ stdout!: standard input was empty
//@ stdout!: files that were not declared
//@ stdout!: started without arguments
//@ run: verify %s --property unreach-call --out %t/c --time 2m
//@ stdout: standard input was empty at
//@ stdout: true
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <lariat.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>
int main(int argc, char **argv)
{
    int kind = argc > 1 ? argv[1][0] : 0;
    if (getchar() == EOF)
        kind++;
    FILE *file = fopen("in", "r");
    if (file != NULL)
        fclose(file);
    if ((getenv("HOME") == NULL) | (getpid() == 1))
        kind++;
    /* A bad descriptor is one for all functions, and flags are kept. */
    lariat_assert(ioctl(40, FIONREAD, &kind) == -1 && errno == EBADF && isatty(40) == 0 && errno == EBADF);
    lariat_assert(fcntl(1, F_SETFD, FD_CLOEXEC) == 0 && fcntl(1, F_GETFD) == FD_CLOEXEC);
    return isatty(1) ? kind : 0;
}
