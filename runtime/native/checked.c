/* Native replay, continued: functions of the C library that no sanitizer looks into. Each does what the C library's does, with
 * the same accesses, by way of functions that sanitizers do look at. This is compiled as one file with replay.c, behind it.
 *
 * The sizes are parameters, so that no compiler makes plain loads and stores of these calls. */
static void write_bytes(void *to, int byte, size_t size) { memset(to, byte, size); }

static void copy_bytes(void *to, const void *from, size_t size) { memmove(to, from, size); }

static wchar_t wide_at(const wchar_t *text, size_t place)
{
    wchar_t character;
    copy_bytes(&character, text + place, sizeof character);
    return character;
}

/* Not copied from a variable: nobody tells MemorySanitizer that variables of this file have values. */
static void set_wide(wchar_t *to, wchar_t character)
{
    write_bytes(to, 0, sizeof *to);
    *to = character;
}

char *lariat_replay_fgets(char *__restrict line, int size, FILE *__restrict stream)
{
    int count = 0, character = 0;
    if (size <= 0)
        return NULL;
    while (count < size - 1 && character != '\n' && (character = getc(stream)) != EOF)
        write_bytes(line + count++, character, 1);
    if (size > 1 && (count == 0 || (character == EOF && ferror(stream))))
        return NULL;
    write_bytes(line + count, 0, 1);
    return line;
}

char *lariat_replay_fgets_unlocked(char *__restrict line, int size, FILE *__restrict stream)
{
    return lariat_replay_fgets(line, size, stream);
}

wchar_t *lariat_replay_fgetws(wchar_t *__restrict line, int size, FILE *__restrict stream)
{
    int count = 0;
    wint_t character = 0;
    if (size <= 0)
        return NULL;
    while (count < size - 1 && character != L'\n' && (character = getwc(stream)) != WEOF)
        set_wide(line + count++, (wchar_t)character);
    if (size > 1 && (count == 0 || (character == WEOF && ferror(stream))))
        return NULL;
    set_wide(line + count, 0);
    return line;
}

char *lariat_replay_stpcpy(char *__restrict to, const char *__restrict from)
{
    size_t length = strlen(from);
    memcpy(to, from, length + 1);
    return to + length;
}

char *lariat_replay_stpncpy(char *__restrict to, const char *__restrict from, size_t count)
{
    size_t length = strnlen(from, count);
    memcpy(to, from, length);
    write_bytes(to + length, 0, count - length);
    return to + length;
}

void *lariat_replay_memccpy(void *__restrict to, const void *__restrict from, int last, size_t count)
{
    const char *found = memchr(from, last, count);
    size_t size = found == NULL ? count : (size_t)(found - (const char *)from) + 1;
    memcpy(to, from, size);
    return found == NULL ? NULL : (char *)to + size;
}

void lariat_replay_explicit_bzero(void *to, size_t size) { write_bytes(to, 0, size); }

wchar_t *lariat_replay_wmempcpy(wchar_t *__restrict to, const wchar_t *__restrict from, size_t count)
{
    return lariat_replay_wmemcpy(to, from, count) + count;
}

/* All of both objects must be there, as for memcmp: the sanitizer looks at them as a whole. */
int lariat_replay_wmemcmp(const wchar_t *one, const wchar_t *other, size_t count)
{
    if (memcmp(one, other, count * sizeof *one) == 0)
        return 0;
    return wmemcmp(one, other, count);
}

wchar_t *lariat_replay_wmemchr(const wchar_t *text, wchar_t character, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (wide_at(text, i) == character)
            return (wchar_t *)text + i;
    return NULL;
}

int lariat_replay_wcsncmp(const wchar_t *one, const wchar_t *other, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        wchar_t left = wide_at(one, i), right = wide_at(other, i);
        if (left != right)
            return left < right ? -1 : 1;
        if (left == 0)
            break;
    }
    return 0;
}

int lariat_replay_wcscmp(const wchar_t *one, const wchar_t *other) { return lariat_replay_wcsncmp(one, other, SIZE_MAX); }

wchar_t *lariat_replay_wcschr(const wchar_t *text, wchar_t character)
{
    for (size_t i = 0;; i++) {
        wchar_t found = wide_at(text, i);
        if (found == character)
            return (wchar_t *)text + i;
        if (found == 0)
            return NULL;
    }
}

/* Printed elsewhere, and copied as far as it was written. */
enum { MOST_PRINTED = 1 << 20 };
int lariat_replay_vswprintf(wchar_t *__restrict to, size_t count, const wchar_t *__restrict format, va_list arguments)
{
    wchar_t *text = count == 0 || count > MOST_PRINTED ? NULL : calloc(count, sizeof *text);
    if (text == NULL)
        return vswprintf(to, count, format, arguments);
    int result = vswprintf(text, count, format, arguments);
    size_t length = wcsnlen(text, count);
    if (result >= 0)
        length = (size_t)result;
    copy_bytes(to, text, (length < count ? length + 1 : count) * sizeof *to);
    free(text);
    return result;
}

int lariat_replay_swprintf(wchar_t *__restrict to, size_t count, const wchar_t *__restrict format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int result = lariat_replay_vswprintf(to, count, format, arguments);
    va_end(arguments);
    return result;
}
