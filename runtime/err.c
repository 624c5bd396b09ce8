/* <err.h> and <error.h>: messages on standard error that begin with the program's name, and often end the program. */
#include "lariat_models.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The engine does not tell the models what the program is called. */
char *program_invocation_name = "program";
char *program_invocation_short_name = "program";
char *__progname = "program";
char *__progname_full = "program";

static void message(const char *format, va_list arguments, int with_error, int number)
{
    fprintf(stderr, "%s: ", program_invocation_short_name);
    if (format != NULL) {
        vfprintf(stderr, format, arguments);
        if (with_error)
            fputs(": ", stderr);
    }
    if (with_error)
        fputs(strerror(number), stderr);
    fputs("\n", stderr);
}

void vwarn(const char *format, va_list arguments) { message(format, arguments, 1, errno); }
void vwarnx(const char *format, va_list arguments) { message(format, arguments, 0, 0); }

_Noreturn void verr(int status, const char *format, va_list arguments)
{
    message(format, arguments, 1, errno);
    exit(status);
}

_Noreturn void verrx(int status, const char *format, va_list arguments)
{
    message(format, arguments, 0, 0);
    exit(status);
}

void warn(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    message(format, arguments, 1, errno);
    va_end(arguments);
}

void warnx(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    message(format, arguments, 0, 0);
    va_end(arguments);
}

_Noreturn void err(int status, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    verr(status, format, arguments);
}

_Noreturn void errx(int status, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    verrx(status, format, arguments);
}

unsigned error_message_count;

/* GNU's: a status of 0 means to go on. */
void error(int status, int number, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    message(format, arguments, number != 0, number);
    va_end(arguments);
    error_message_count++;
    if (status != 0)
        exit(status);
}
