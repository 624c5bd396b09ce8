// Behind a function named with --entry comes what comes behind main: handlers, last registered first, then destructors.
// Constructors run before it.
//@ verify: --entry registers
//@ verdict: false
//@ verify: --entry registers_other
//@ verdict: true
//@ verify: --entry with_status
//@ verdict: false
//@ verify: --entry by_pointer
//@ verdict: false
//@ verify: --entry quick
//@ verdict: true
//@ verify: --entry leaves
//@ verdict: false
//@ verify: --entry leaves_at_once
//@ verdict: true
//@ verify: --entry in_order
//@ verdict: true
//@ verify: --entry destructs
//@ verdict: false
//@ verify: --entry frees_late --property valid-memsafety
//@ verdict: true
//@ verify: --entry overflows_late --property no-overflow
//@ verdict: false
#define _DEFAULT_SOURCE
#include <stdlib.h>
#include <unistd.h>

extern void reach_error(void);
extern int on_exit(void (*)(int, void *), void *);

static int prepared, code, steps, number;
static char *block;

__attribute__((constructor)) static void prepare(void) { prepared = 3; }

__attribute__((destructor)) static void destruct(void)
{
    if (code == 100 && prepared == 3)
        reach_error();
    if (steps != 0 && steps != 2)
        reach_error();
}

static void last(void)
{
    if (code == 1)
        reach_error();
}

int registers(unsigned char a)
{
    atexit(last);
    code = a == 7;
    return 5;
}

int registers_other(unsigned char a)
{
    atexit(last);
    code = a == 7 ? 2 : 3;
    return 0;
}

static void told(int status, void *argument)
{
    if (status == 0 && *(int *)argument == 9)
        reach_error();
}

int with_status(unsigned char a)
{
    number = a;
    on_exit(told, &number);
    return 3;
}

static int (*volatile registration)(void (*)(void)) = atexit;

void by_pointer(unsigned char a)
{
    code = a == 200;
    registration(last);
}

int quick(unsigned char a)
{
    at_quick_exit(last);
    code = a == 7;
    return 0;
}

void leaves(unsigned char a)
{
    atexit(last);
    code = 1;
    if (a == 4)
        exit(0);
    code = 0;
}

void leaves_at_once(unsigned char a)
{
    atexit(last);
    code = 1;
    if (a > 4)
        _exit(0);
    code = 0;
}

static void second(void)
{
    if (steps == 1)
        steps = 2;
}

static void first(void) { steps = 1; }

void in_order(unsigned char a)
{
    if (a > 9) {
        atexit(second);
        atexit(first);
    }
}

void destructs(unsigned char a) { code = a; }

static void release(void) { free(block); }

int frees_late(unsigned char a)
{
    block = malloc(8);
    if (block)
        block[0] = (char)a;
    atexit(release);
    return 0;
}

static void count(void) { number++; }

void overflows_late(int a)
{
    number = a;
    atexit(count);
}
