/* What the models share with each other.
 *
 * The models are compiled against the system's own headers, so that types and declarations are those the user's program sees.
 * Nothing that a header would turn into a macro or an inline function is used inside a model. */
#ifndef LARIAT_MODELS_H
#define LARIAT_MODELS_H

#include "lariat_engine.h"

#include <stdarg.h>

void *malloc(size_t);
void *realloc(void *, size_t);
void free(void *);

/* Classes of characters as arithmetic: one term instead of a branch or a table. */
static inline int lariat_in_range(int character, int first, int last)
{
    return (unsigned)character - (unsigned)first <= (unsigned)last - (unsigned)first;
}

static inline int lariat_is_digit(int character)
{
    return lariat_in_range(character, '0', '9');
}

static inline int lariat_is_space(int character)
{
    return (character == ' ') | lariat_in_range(character, '\t', '\r');
}

static inline int lariat_lower(int character)
{
    return character + (lariat_in_range(character, 'A', 'Z') << 5);
}

static inline int lariat_upper(int character)
{
    return character - (lariat_in_range(character, 'a', 'z') << 5);
}

/* The value of a digit in any base up to 36, or 255. */
static inline unsigned lariat_digit_value(int character)
{
    unsigned decimal = (unsigned)character - '0';
    unsigned letter = (unsigned)lariat_lower(character) - 'a';
    unsigned is_decimal = -(unsigned)(decimal < 10);
    unsigned is_letter = -(unsigned)(letter < 26);
    return (is_decimal & decimal) | (is_letter & (letter + 10)) | (~(is_decimal | is_letter) & 255u);
}

/* A character of a text of bytes or of wide characters. */
static inline int lariat_character(const void *text, size_t index, int is_wide)
{
    return is_wide ? (int)((const wchar_t *)text)[index] : ((const char *)text)[index];
}

/* A format of wide characters as one of bytes, which is what the interpreters of formats read. What is no ASCII character
 * stands for itself only, so any byte does that is none either; the interpreters take it from the wide format. */
static inline void lariat_narrow_format(char *narrow, const wchar_t *format, size_t length)
{
    for (size_t i = 0; i < length; i++)
        narrow[i] = (char)((unsigned)format[i] < 128 ? format[i] : 128);
    narrow[length] = 0;
}

/* Watches a copy from one place to another that goes on until the end of a string: what is read must not have been written,
 * and the other way round. Where the places depend on inputs that is looked at when the length is known. */
struct lariat_copy {
    const void *target, *source;
    size_t distance;
};

static inline struct lariat_copy lariat_begin_copy(const void *target, const void *source)
{
    struct lariat_copy copy = { target, source, lariat_distance(target, source) };
    return copy;
}

/* The byte at that distance is about to be copied. */
static inline _Noreturn void lariat_overlap(void)
{
    lariat_report("overlapping-copy", "");
}

static inline void lariat_end_copy(const struct lariat_copy *copy, size_t size)
{
    lariat_require_disjoint(copy->target, size, copy->source, size);
}

/* A source of characters for the conversions that read: a string, or a stream if there is one. */
struct lariat_source {
    const char *string;
    void *stream;
    int taken;
    int is_wide; /* it gives wide characters, and so is the format: `string` is one of wide characters */
    const wchar_t *wide_format;
    const char *format;
};
int lariat_scan(struct lariat_source *source, const char *format, va_list arguments);

/* Where formatted characters go: a stream if there is one, else a buffer of which `capacity` bytes may be written.
 * `written` counts what would have been written. */
struct lariat_sink {
    void *stream;
    char *buffer;
    size_t capacity;
    size_t written;
    int failed;
    int counts;  /* `written` counts, because somebody will see it */
    size_t most; /* `written` is no more than that */
    int is_wide; /* characters are wide, in the buffer, too */
    const wchar_t *wide_format;
    int is_refused; /* the stream takes nothing */
};
int lariat_format(struct lariat_sink *sink, const char *format, va_list arguments);
void lariat_sink_bytes(struct lariat_sink *sink, const char *bytes, size_t size);
/* A whole string of wide characters, for a sink of such. False if that failed. */
int lariat_sink_wide_string(struct lariat_sink *sink, const wchar_t *string);
void lariat_sink_repeat(struct lariat_sink *sink, char byte, size_t count);

/* A directive of a format, after its % has been read. */
struct lariat_directive {
    int left, plus, space, alternative, zeros;
    int width;
    int precision; /* negative if none was given */
    int length;    /* size of an integer argument in bytes */
    int is_long_double;
    char conversion;
};

/* Floating point as integers: magnitude = mantissa * 2^exponent. */
enum lariat_float_class { LARIAT_ZERO, LARIAT_FINITE, LARIAT_INFINITE, LARIAT_NAN };
struct lariat_float {
    int negative;
    enum lariat_float_class class;
    uint64_t mantissa;
    int exponent;
    int is_long_double;
};
void lariat_format_float(struct lariat_sink *sink, const struct lariat_directive *directive, const struct lariat_float *value);

/* What printf and scanf need of a stream. */
int lariat_stream_is_device(void *stream);
size_t lariat_stream_write(void *stream, const void *bytes, size_t size);
int lariat_stream_get(void *stream);
/* The same for wide characters: a byte that is none in the "C" locale is an error. */
__WINT_TYPE__ lariat_stream_get_wide(void *stream);
/* A stream is used for bytes (-1) or for wide characters (1) after the first use. False if it was for the other. */
int lariat_stream_orient(void *stream, int orientation);
int lariat_stream_unget(void *stream, int character);
/* Gives back the character that was taken last. */
void lariat_stream_unread(void *stream, int character);
/* What a stream will give next, if that can be looked at without taking it. How much there is may be symbolic. */
int lariat_stream_window(void *stream, const char **bytes, size_t *available);
/* Takes characters of the window. */
void lariat_stream_skip(void *stream, size_t count, int met_end);

/* Descriptors, for streams. */
long lariat_read(int descriptor, void *buffer, size_t size);
long lariat_write(int descriptor, const void *buffer, size_t size);
int lariat_descriptor_is_device(int descriptor);
int lariat_descriptor_window(int descriptor, const char **bytes, size_t *available);
void lariat_descriptor_skip(int descriptor, size_t count);
int lariat_open(const char *name, int flags, unsigned mode);
int64_t lariat_seek(int descriptor, int64_t offset, int whence);

void lariat_run_exit_handlers(int status);

#endif
