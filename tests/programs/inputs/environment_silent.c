// A program that asks for nothing rests on nothing. A clock that is not the calendar's may begin at 0.
//@ run: test %s --out %t/a --time 2m
//@ stdout!: note:
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
int main(int argc, char **argv)
{
    struct timespec now;
    (void)argc;
    (void)argv;
    setenv("NAME", "value", 1);
    puts(getenv("NAME"));
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec == 5;
}
