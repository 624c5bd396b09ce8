/* The functions around the interpreter of formats in printf.c, and those that _FORTIFY_SOURCE puts in their place. */
#include "lariat_models.h"

#include <stdio.h>
#include <string.h>

static int format_to_stream(FILE *file, const char *format, va_list arguments)
{
    struct lariat_sink sink = { file, NULL, 0, 0, 0, 1, 0, 0, NULL, !lariat_stream_orient(file, -1) };
    return lariat_format(&sink, format, arguments);
}

static int format_to_buffer(char *buffer, size_t size, const char *format, va_list arguments)
{
    struct lariat_sink sink = { NULL, buffer, size > 0 ? size - 1 : 0, 0, 0, 1, 0, 0, NULL, 0 };
    int result = lariat_format(&sink, format, arguments);
    if (size > 0)
        buffer[sink.written < size - 1 ? sink.written : size - 1] = 0;
    return result;
}

static int format_to_descriptor(int descriptor, const char *format, va_list arguments)
{
    FILE *file = fdopen(descriptor, "w");
    if (file == NULL)
        return -1;
    int result = format_to_stream(file, format, arguments);
    free(file);
    return result;
}

/* Formats twice: once to know the length, once into memory of that length. */
static int format_to_new_memory(char **result, const char *format, va_list arguments)
{
    va_list again;
    va_copy(again, arguments);
    int length = format_to_buffer(NULL, 0, format, arguments);
    char *buffer = length < 0 ? NULL : malloc((size_t)length + 1);
    if (buffer == NULL)
        length = -1;
    else
        format_to_buffer(buffer, (size_t)length + 1, format, again);
    va_end(again);
    *result = buffer;
    return length;
}

enum { UNBOUNDED = -1 };

int vfprintf(FILE *restrict file, const char *restrict format, va_list arguments)
{
    return format_to_stream(file, format, arguments);
}

int vprintf(const char *restrict format, va_list arguments)
{
    return format_to_stream(stdout, format, arguments);
}

int vsnprintf(char *restrict buffer, size_t size, const char *restrict format, va_list arguments)
{
    return format_to_buffer(buffer, size, format, arguments);
}

int vsprintf(char *restrict buffer, const char *restrict format, va_list arguments)
{
    return format_to_buffer(buffer, (size_t)UNBOUNDED, format, arguments);
}

int vdprintf(int descriptor, const char *restrict format, va_list arguments)
{
    return format_to_descriptor(descriptor, format, arguments);
}

int vasprintf(char **restrict result, const char *restrict format, va_list arguments)
{
    return format_to_new_memory(result, format, arguments);
}

/* A function with `...` that hands its arguments to `expression`, which sees them as `arguments`. */
#define WITH_ARGUMENTS(expression)                                                                                   \
    {                                                                                                                \
        va_list arguments;                                                                                           \
        va_start(arguments, format);                                                                                 \
        int result = expression;                                                                                     \
        va_end(arguments);                                                                                           \
        return result;                                                                                               \
    }

int printf(const char *restrict format, ...)
WITH_ARGUMENTS(format_to_stream(stdout, format, arguments))

int fprintf(FILE *restrict file, const char *restrict format, ...)
WITH_ARGUMENTS(format_to_stream(file, format, arguments))

int sprintf(char *restrict buffer, const char *restrict format, ...)
WITH_ARGUMENTS(format_to_buffer(buffer, (size_t)UNBOUNDED, format, arguments))

int snprintf(char *restrict buffer, size_t size, const char *restrict format, ...)
WITH_ARGUMENTS(format_to_buffer(buffer, size, format, arguments))

int dprintf(int descriptor, const char *restrict format, ...)
WITH_ARGUMENTS(format_to_descriptor(descriptor, format, arguments))

int asprintf(char **restrict memory, const char *restrict format, ...)
WITH_ARGUMENTS(format_to_new_memory(memory, format, arguments))

int __asprintf(char **restrict memory, const char *restrict format, ...)
WITH_ARGUMENTS(format_to_new_memory(memory, format, arguments))

int __printf_chk(int flag, const char *restrict format, ...)
WITH_ARGUMENTS(((void)flag, format_to_stream(stdout, format, arguments)))

int __fprintf_chk(FILE *restrict file, int flag, const char *restrict format, ...)
WITH_ARGUMENTS(((void)flag, format_to_stream(file, format, arguments)))

int __dprintf_chk(int descriptor, int flag, const char *restrict format, ...)
WITH_ARGUMENTS(((void)flag, format_to_descriptor(descriptor, format, arguments)))

int __asprintf_chk(char **restrict memory, int flag, const char *restrict format, ...)
WITH_ARGUMENTS(((void)flag, format_to_new_memory(memory, format, arguments)))

_Noreturn void __chk_fail(void);

static int checked_format(char *buffer, size_t limit, size_t room, const char *format, va_list arguments)
{
    if (limit != (size_t)UNBOUNDED && room < limit)
        __chk_fail();
    int length = format_to_buffer(buffer, limit < room ? limit : room, format, arguments);
    if (limit == (size_t)UNBOUNDED && length >= 0 && (size_t)length >= room)
        __chk_fail();
    return length;
}

int __sprintf_chk(char *restrict buffer, int flag, size_t room, const char *restrict format, ...)
WITH_ARGUMENTS(((void)flag, checked_format(buffer, (size_t)UNBOUNDED, room, format, arguments)))

int __snprintf_chk(char *restrict buffer, size_t size, int flag, size_t room, const char *restrict format, ...)
WITH_ARGUMENTS(((void)flag, checked_format(buffer, size, room, format, arguments)))

int __vsprintf_chk(char *restrict buffer, int flag, size_t room, const char *restrict format, va_list arguments)
{
    (void)flag;
    return checked_format(buffer, (size_t)UNBOUNDED, room, format, arguments);
}

int __vsnprintf_chk(char *restrict buffer, size_t size, int flag, size_t room, const char *restrict format,
                    va_list arguments)
{
    (void)flag;
    return checked_format(buffer, size, room, format, arguments);
}

int __vprintf_chk(int flag, const char *restrict format, va_list arguments)
{
    (void)flag;
    return format_to_stream(stdout, format, arguments);
}

int __vfprintf_chk(FILE *restrict file, int flag, const char *restrict format, va_list arguments)
{
    (void)flag;
    return format_to_stream(file, format, arguments);
}

int __vasprintf_chk(char **restrict memory, int flag, const char *restrict format, va_list arguments)
{
    (void)flag;
    return format_to_new_memory(memory, format, arguments);
}

int __vdprintf_chk(int descriptor, int flag, const char *restrict format, va_list arguments)
{
    (void)flag;
    return format_to_descriptor(descriptor, format, arguments);
}
