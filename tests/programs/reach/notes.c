// An answer says what it rests on.
//@ run: reach %s --target label:typed --out %t/a --time 2m
//@ stdout: note: standard input was empty at
//@ stdout: unreachable
//@ run: reach %s --target label:listed --out %t/b --time 2m
//@ stdout: note: environment variables that were not declared did not exist at
//@ stdout: unreachable
//@ run: reach %s --target label:zone --out %t/c --time 2m
//@ stdout: note: the time zone was UTC at
//@ stdout: note: there was no locale but C at
//@ stdout: note: nothing that the process may use was limited at
//@ stdout: note: no signal arrived from outside at
//@ stdout: unreachable
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
static volatile sig_atomic_t asked;
static void handler(int number)
{
    asked = number;
}
int main(int argc, char **argv, char **variables)
{
    time_t start = 0;
    struct rlimit files;
    if (getchar() == 'y') {
typed:
        return 1;
    }
    if (variables[0] != NULL) {
listed:
        return 2;
    }
    signal(SIGINT, handler);
    if (localtime(&start)->tm_hour != 0 || strcmp(setlocale(LC_ALL, ""), "C") != 0 ||
        getrlimit(RLIMIT_NOFILE, &files) != 0 || files.rlim_cur == 77 || asked) {
zone:
        return 3;
    }
    return 0;
}
