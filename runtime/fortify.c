/* The checked variants that _FORTIFY_SOURCE puts in place of string functions.
 *
 * `room` is the size of the destination as the compiler saw it. Where it is too small the real function aborts the program;
 * the models report it. Where it is large enough they do what the plain function does. */
#include "lariat_models.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

_Noreturn void __chk_fail(void)
{
    lariat_report("buffer-overflow", "buffer overflow detected");
}

_Noreturn void __fortify_fail(const char *message)
{
    lariat_report("buffer-overflow", message);
}

_Noreturn void __stack_chk_fail(void)
{
    lariat_report("buffer-overflow", "stack smashing detected");
}

static void require(size_t needed, size_t room)
{
    if (needed > room)
        __chk_fail();
}

void *__memcpy_chk(void *restrict destination, const void *restrict source, size_t size, size_t room)
{
    require(size, room);
    return memcpy(destination, source, size);
}

void *__memmove_chk(void *destination, const void *source, size_t size, size_t room)
{
    require(size, room);
    return memmove(destination, source, size);
}

void *__mempcpy_chk(void *restrict destination, const void *restrict source, size_t size, size_t room)
{
    require(size, room);
    return mempcpy(destination, source, size);
}

void *__memset_chk(void *destination, int byte, size_t size, size_t room)
{
    require(size, room);
    return memset(destination, byte, size);
}

void __explicit_bzero_chk(void *destination, size_t size, size_t room)
{
    require(size, room);
    memset(destination, 0, size);
}

char *__strcpy_chk(char *restrict destination, const char *restrict source, size_t room)
{
    require(strlen(source) + 1, room);
    return strcpy(destination, source);
}

char *__stpcpy_chk(char *restrict destination, const char *restrict source, size_t room)
{
    require(strlen(source) + 1, room);
    return stpcpy(destination, source);
}

char *__strncpy_chk(char *restrict destination, const char *restrict source, size_t size, size_t room)
{
    require(size, room);
    return strncpy(destination, source, size);
}

char *__stpncpy_chk(char *restrict destination, const char *restrict source, size_t size, size_t room)
{
    require(size, room);
    return stpncpy(destination, source, size);
}

char *__strcat_chk(char *restrict destination, const char *restrict source, size_t room)
{
    require(strlen(destination) + strlen(source) + 1, room);
    return strcat(destination, source);
}

char *__strncat_chk(char *restrict destination, const char *restrict source, size_t limit, size_t room)
{
    require(strlen(destination) + strnlen(source, limit) + 1, room);
    return strncat(destination, source, limit);
}

char *__fgets_chk(char *restrict buffer, size_t room, int size, FILE *restrict file)
{
    require((size_t)size, room);
    return fgets(buffer, size, file);
}

size_t __fread_chk(void *restrict buffer, size_t room, size_t size, size_t count, FILE *restrict file)
{
    require(size * count, room);
    return fread(buffer, size, count, file);
}

ssize_t __read_chk(int descriptor, void *buffer, size_t size, size_t room)
{
    require(size, room);
    return read(descriptor, buffer, size);
}

char *__getcwd_chk(char *buffer, size_t size, size_t room)
{
    require(size, room);
    return getcwd(buffer, size);
}
