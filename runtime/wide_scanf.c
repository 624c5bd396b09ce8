/* The wide scanf family. The interpreter of formats is in scanf.c. */
#include "lariat_models.h"

/* Not <stdio.h> and <wchar.h>: they rename the functions defined here to those of one C standard. */
typedef struct _IO_FILE FILE;
extern FILE *stdin;
enum { EOF = -1 };
size_t wcslen(const wchar_t *);

static int scan_wide(struct lariat_source *source, const wchar_t *format, va_list arguments)
{
    size_t length = wcslen(format);
    char narrow[length + 1];
    lariat_narrow_format(narrow, format, length);
    source->wide_format = format;
    source->format = narrow;
    return lariat_scan(source, narrow, arguments);
}

static int scan_string(const wchar_t *string, const wchar_t *format, va_list arguments)
{
    struct lariat_source source = { (const char *)string, NULL, 0, 1, NULL, NULL };
    return scan_wide(&source, format, arguments);
}

static int scan_stream(FILE *file, const wchar_t *format, va_list arguments)
{
    struct lariat_source source = { NULL, file, 0, 1, NULL, NULL };
    if (!lariat_stream_orient(file, 1))
        return EOF;
    return scan_wide(&source, format, arguments);
}

#define WITH_ARGUMENTS(expression)                                                                                   \
    {                                                                                                                \
        va_list arguments;                                                                                           \
        va_start(arguments, format);                                                                                 \
        int result = expression;                                                                                     \
        va_end(arguments);                                                                                           \
        return result;                                                                                               \
    }

/* glibc has each function under several names, one per C standard. */
#define SCAN_FUNCTIONS(prefix)                                                                                       \
    int prefix##vswscanf(const wchar_t *restrict string, const wchar_t *restrict format, va_list arguments)          \
    {                                                                                                                \
        return scan_string(string, format, arguments);                                                               \
    }                                                                                                                \
    int prefix##vfwscanf(FILE *restrict file, const wchar_t *restrict format, va_list arguments)                     \
    {                                                                                                                \
        return scan_stream(file, format, arguments);                                                                 \
    }                                                                                                                \
    int prefix##vwscanf(const wchar_t *restrict format, va_list arguments)                                           \
    {                                                                                                                \
        return scan_stream(stdin, format, arguments);                                                                \
    }                                                                                                                \
    int prefix##swscanf(const wchar_t *restrict string, const wchar_t *restrict format, ...)                         \
    WITH_ARGUMENTS(scan_string(string, format, arguments))                                                           \
    int prefix##fwscanf(FILE *restrict file, const wchar_t *restrict format, ...)                                    \
    WITH_ARGUMENTS(scan_stream(file, format, arguments))                                                             \
    int prefix##wscanf(const wchar_t *restrict format, ...)                                                          \
    WITH_ARGUMENTS(scan_stream(stdin, format, arguments))

SCAN_FUNCTIONS()
SCAN_FUNCTIONS(__isoc99_)
SCAN_FUNCTIONS(__isoc23_)
