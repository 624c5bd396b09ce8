/* Streams of wide characters, and the wide printf family.
 *
 * In the "C" locale a wide character on a stream is an ASCII byte. glibc writes something else in the place of any other, and
 * cannot read any other byte. A stream that was used for bytes is not one for wide characters; glibc's functions fail there.
 * What they would print is looked at nevertheless, because a program that hands over bad memory is wrong in any case. */
#include "lariat_models.h"

#include <errno.h>
#include <stdio.h>
#include <wchar.h>

#undef getwc
#undef putwc
#undef getwchar
#undef putwchar

static int format_wide(struct lariat_sink *sink, const wchar_t *format, va_list arguments)
{
    size_t length = wcslen(format);
    char narrow[length + 1];
    lariat_narrow_format(narrow, format, length);
    sink->wide_format = format;
    return lariat_format(sink, narrow, arguments);
}

static int format_to_stream(FILE *file, const wchar_t *format, va_list arguments)
{
    struct lariat_sink sink = { file, NULL, 0, 0, 0, 1, 0, 1, NULL, !lariat_stream_orient(file, 1) };
    return format_wide(&sink, format, arguments);
}

/* As in glibc, what does not fit leaves no end behind what does. */
static int format_to_buffer(wchar_t *buffer, size_t size, const wchar_t *format, va_list arguments)
{
    struct lariat_sink sink = { NULL, (char *)buffer, size > 0 ? size - 1 : 0, 0, 0, 1, 0, 1, NULL, 0 };
    if (size == 0)
        return -1;
    buffer[0] = 0;
    int result = format_wide(&sink, format, arguments);
    if (sink.written > sink.capacity)
        return -1;
    buffer[sink.written] = 0;
    return result;
}

int vfwprintf(FILE *restrict file, const wchar_t *restrict format, va_list arguments)
{
    return format_to_stream(file, format, arguments);
}

int vwprintf(const wchar_t *restrict format, va_list arguments)
{
    return format_to_stream(stdout, format, arguments);
}

int vswprintf(wchar_t *restrict buffer, size_t size, const wchar_t *restrict format, va_list arguments)
{
    return format_to_buffer(buffer, size, format, arguments);
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

int wprintf(const wchar_t *restrict format, ...)
WITH_ARGUMENTS(format_to_stream(stdout, format, arguments))

int fwprintf(FILE *restrict file, const wchar_t *restrict format, ...)
WITH_ARGUMENTS(format_to_stream(file, format, arguments))

int swprintf(wchar_t *restrict buffer, size_t size, const wchar_t *restrict format, ...)
WITH_ARGUMENTS(format_to_buffer(buffer, size, format, arguments))

int __wprintf_chk(int flag, const wchar_t *restrict format, ...)
WITH_ARGUMENTS(((void)flag, format_to_stream(stdout, format, arguments)))

int __fwprintf_chk(FILE *restrict file, int flag, const wchar_t *restrict format, ...)
WITH_ARGUMENTS(((void)flag, format_to_stream(file, format, arguments)))

_Noreturn void __chk_fail(void);

static int checked_format(wchar_t *buffer, size_t size, size_t room, const wchar_t *format, va_list arguments)
{
    if (room < size)
        __chk_fail();
    return format_to_buffer(buffer, size, format, arguments);
}

int __swprintf_chk(wchar_t *restrict buffer, size_t size, int flag, size_t room, const wchar_t *restrict format, ...)
WITH_ARGUMENTS(((void)flag, checked_format(buffer, size, room, format, arguments)))

int __vswprintf_chk(wchar_t *restrict buffer, size_t size, int flag, size_t room, const wchar_t *restrict format,
                    va_list arguments)
{
    (void)flag;
    return checked_format(buffer, size, room, format, arguments);
}

int __vwprintf_chk(int flag, const wchar_t *restrict format, va_list arguments)
{
    (void)flag;
    return format_to_stream(stdout, format, arguments);
}

int __vfwprintf_chk(FILE *restrict file, int flag, const wchar_t *restrict format, va_list arguments)
{
    (void)flag;
    return format_to_stream(file, format, arguments);
}

wint_t fputwc(wchar_t character, FILE *file)
{
    char byte = (char)((unsigned)character < 128 ? character : '?');
    if (!lariat_stream_orient(file, 1) || lariat_stream_write(file, &byte, 1) != 1)
        return WEOF;
    return (wint_t)character;
}

wint_t putwc(wchar_t character, FILE *file) { return fputwc(character, file); }
wint_t putwchar(wchar_t character) { return fputwc(character, stdout); }
wint_t fputwc_unlocked(wchar_t character, FILE *file) { return fputwc(character, file); }
wint_t putwc_unlocked(wchar_t character, FILE *file) { return fputwc(character, file); }
wint_t putwchar_unlocked(wchar_t character) { return fputwc(character, stdout); }

int fputws(const wchar_t *restrict string, FILE *restrict file)
{
    struct lariat_sink sink = { file, NULL, 0, 0, 0, 0, 0, 1, NULL, !lariat_stream_orient(file, 1) };
    return lariat_sink_wide_string(&sink, string) ? 1 : -1;
}

int fputws_unlocked(const wchar_t *restrict string, FILE *restrict file) { return fputws(string, file); }

wint_t fgetwc(FILE *file)
{
    return lariat_stream_orient(file, 1) ? lariat_stream_get_wide(file) : WEOF;
}

wint_t getwc(FILE *file) { return fgetwc(file); }
wint_t getwchar(void) { return fgetwc(stdin); }
wint_t fgetwc_unlocked(FILE *file) { return fgetwc(file); }
wint_t getwc_unlocked(FILE *file) { return fgetwc(file); }
wint_t getwchar_unlocked(void) { return fgetwc(stdin); }

wchar_t *fgetws(wchar_t *restrict buffer, int size, FILE *restrict file)
{
    int length = 0;
    wint_t character = 0;
    if (size <= 0)
        return NULL;
    while (length < size - 1 && character != '\n') {
        character = fgetwc(file);
        if (character == WEOF) {
            if (length == 0 || ferror(file))
                return NULL;
            break;
        }
        buffer[length++] = (wchar_t)character;
    }
    buffer[length] = 0;
    return buffer;
}

wchar_t *fgetws_unlocked(wchar_t *restrict buffer, int size, FILE *restrict file) { return fgetws(buffer, size, file); }

wchar_t *__fgetws_chk(wchar_t *restrict buffer, size_t room, int size, FILE *restrict file)
{
    if (size > 0 && (size_t)size > room)
        __chk_fail();
    return fgetws(buffer, size, file);
}
