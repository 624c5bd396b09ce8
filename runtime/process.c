/* The end of a program: exit and its handlers, abort, failed assertions, errno, signals. */
#include "lariat_models.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

static int error_number;

int *__errno_location(void)
{
    return &error_number;
}

enum { MOST_HANDLERS = 64 };

struct handler {
    enum { PLAIN, WITH_STATUS, WITH_ARGUMENT } form;
    union {
        void (*plain)(void);
        void (*with_status)(int, void *);
        void (*with_argument)(void *);
    } function;
    void *argument;
};

static struct handler exit_handlers[MOST_HANDLERS];
static int exit_handler_count;
static void (*quick_handlers[MOST_HANDLERS])(void);
static int quick_handler_count;

static struct handler *new_handler(void)
{
    return exit_handler_count < MOST_HANDLERS ? &exit_handlers[exit_handler_count++] : NULL;
}

/* Registers a destructor. It is not called atexit because a program may have a function of that name, which the start of a
 * program does not call. */
int lariat_register_destructor(void (*function)(void))
{
    struct handler *handler = new_handler();
    if (handler == NULL)
        return -1;
    handler->form = PLAIN;
    handler->function.plain = function;
    return 0;
}

int atexit(void (*function)(void))
{
    return lariat_register_destructor(function);
}

int on_exit(void (*function)(int, void *), void *argument)
{
    struct handler *handler = new_handler();
    if (handler == NULL)
        return -1;
    handler->form = WITH_STATUS;
    handler->function.with_status = function;
    handler->argument = argument;
    return 0;
}

int __cxa_atexit(void (*function)(void *), void *argument, void *module)
{
    (void)module;
    struct handler *handler = new_handler();
    if (handler == NULL)
        return -1;
    handler->form = WITH_ARGUMENT;
    handler->function.with_argument = function;
    handler->argument = argument;
    return 0;
}

int at_quick_exit(void (*function)(void))
{
    if (quick_handler_count == MOST_HANDLERS)
        return -1;
    quick_handlers[quick_handler_count++] = function;
    return 0;
}

/* Last registered, first called; a handler may register more. */
void lariat_run_exit_handlers(int status)
{
    while (exit_handler_count > 0) {
        struct handler handler = exit_handlers[--exit_handler_count];
        switch (handler.form) {
        case PLAIN: handler.function.plain(); break;
        case WITH_STATUS: handler.function.with_status(status, handler.argument); break;
        case WITH_ARGUMENT: handler.function.with_argument(handler.argument); break;
        }
    }
}

/* What follows main, whatever function of the program is called exit. */
_Noreturn void lariat_end_program(int status)
{
    lariat_run_exit_handlers(status);
    lariat_exit_now(status);
}

_Noreturn void exit(int status)
{
    lariat_end_program(status);
}

_Noreturn void quick_exit(int status)
{
    while (quick_handler_count > 0)
        quick_handlers[--quick_handler_count]();
    lariat_exit_now(status);
}

_Noreturn void _exit(int status)
{
    lariat_exit_now(status);
}

_Noreturn void _Exit(int status)
{
    lariat_exit_now(status);
}

_Noreturn void __assert_fail(const char *condition, const char *file, unsigned line, const char *function)
{
    (void)function;
    lariat_report_at("assertion", condition, file, line);
}

/* A program that calls assert without <assert.h> calls a function. */
int (assert)(int condition)
{
    if (!condition)
        __assert_fail("assert", "", 0, "");
    return 0;
}

_Noreturn void __assert_perror_fail(int number, const char *file, unsigned line, const char *function)
{
    (void)number;
    (void)function;
    lariat_report_at("assertion", "unexpected error", file, line);
}

_Noreturn void __assert(const char *condition, const char *file, int line)
{
    lariat_report_at("assertion", condition, file, (unsigned)line);
}

_Noreturn void __assert_rtn(const char *function, const char *file, int line, const char *condition)
{
    (void)function;
    lariat_report_at("assertion", condition, file, (unsigned)line);
}

/* Signals are sent by the program to itself or not at all. */
static struct sigaction actions[NSIG];

/* A handler is there for signals that may come at any time. */
static void handle(__sighandler_t handler)
{
    if (handler != SIG_DFL && handler != SIG_IGN)
        lariat_fixed("no signal arrived from outside", "");
}

int sigaction(int number, const struct sigaction *restrict action, struct sigaction *restrict old)
{
    if (number <= 0 || number >= NSIG || ((number == SIGKILL || number == SIGSTOP) && action != NULL)) {
        errno = EINVAL;
        return -1;
    }
    struct sigaction before = actions[number];
    if (action != NULL) {
        handle(action->sa_handler);
        actions[number] = *action;
    }
    if (old != NULL)
        *old = before;
    return 0;
}

__sighandler_t signal(int number, __sighandler_t handler)
{
    if (number <= 0 || number >= NSIG || number == SIGKILL || number == SIGSTOP) {
        errno = EINVAL;
        return SIG_ERR;
    }
    handle(handler);
    __sighandler_t before = actions[number].sa_handler;
    actions[number].sa_handler = handler;
    actions[number].sa_flags = 0;
    return before;
}

int raise(int number)
{
    if (number <= 0 || number >= NSIG) {
        errno = EINVAL;
        return -1;
    }
    struct sigaction action = actions[number];
    if (action.sa_handler == SIG_IGN)
        return 0;
    if (action.sa_handler == SIG_DFL) {
        if (number == SIGCHLD || number == SIGURG || number == SIGWINCH || number == SIGCONT)
            return 0;
        if (number == SIGABRT)
            lariat_abort_now();
        /* The shell's way to show a program that a signal ended. */
        lariat_exit_now(128 + number);
    }
    if (action.sa_flags & SA_SIGINFO) {
        siginfo_t information;
        LARIAT_INSTRUCTION(memset)(&information, 0, sizeof information);
        information.si_signo = number;
        action.sa_sigaction(number, &information, NULL);
    } else {
        action.sa_handler(number);
    }
    return 0;
}

int kill(pid_t process, int number)
{
    if (process != getpid() && process != 0) {
        lariat_fixed("there was no other process", "");
        errno = ESRCH;
        return -1;
    }
    return number == 0 ? 0 : raise(number);
}

_Noreturn void abort(void)
{
    /* A handler of SIGABRT runs; when it returns the program ends all the same. */
    if (actions[SIGABRT].sa_handler != SIG_DFL && actions[SIGABRT].sa_handler != SIG_IGN)
        raise(SIGABRT);
    lariat_abort_now();
}

int sigemptyset(sigset_t *set)
{
    LARIAT_INSTRUCTION(memset)(set, 0, sizeof *set);
    return 0;
}

int sigfillset(sigset_t *set)
{
    LARIAT_INSTRUCTION(memset)(set, 255, sizeof *set);
    return 0;
}

static unsigned char *byte_of_signal(sigset_t *set, int number)
{
    if (number <= 0 || number >= NSIG) {
        errno = EINVAL;
        return NULL;
    }
    return (unsigned char *)set + (number - 1) / 8;
}

int sigaddset(sigset_t *set, int number)
{
    unsigned char *byte = byte_of_signal(set, number);
    if (byte == NULL)
        return -1;
    *byte = (unsigned char)(*byte | 1u << (number - 1) % 8);
    return 0;
}

int sigdelset(sigset_t *set, int number)
{
    unsigned char *byte = byte_of_signal(set, number);
    if (byte == NULL)
        return -1;
    *byte = (unsigned char)(*byte & ~(1u << (number - 1) % 8));
    return 0;
}

int sigismember(const sigset_t *set, int number)
{
    unsigned char *byte = byte_of_signal((sigset_t *)set, number);
    return byte == NULL ? -1 : (*byte >> (number - 1) % 8) & 1;
}

int sigprocmask(int how, const sigset_t *restrict set, sigset_t *restrict old)
{
    (void)how;
    (void)set;
    if (old != NULL)
        sigemptyset(old);
    return 0;
}
