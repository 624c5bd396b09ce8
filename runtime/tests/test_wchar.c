/* Wide characters of the "C" locale against glibc. */
#include "model.h"

#include <errno.h>
#include <wchar.h>

MODEL(wcslen) MODEL(wcsnlen) MODEL(wcscpy) MODEL(wcsncpy) MODEL(wcscat) MODEL(wcsncat) MODEL(wcscmp) MODEL(wcsncmp) MODEL(wcschr)
MODEL(wcsrchr) MODEL(wcsstr) MODEL(wmemcpy) MODEL(wmemset) MODEL(wmemcmp) MODEL(wmemchr) MODEL(mbtowc) MODEL(wctomb)
MODEL(mbstowcs) MODEL(wcstombs) MODEL(btowc) MODEL(wctob) MODEL(wcsspn) MODEL(wcscspn) MODEL(wcspbrk) MODEL(wcstok)
MODEL(wcscasecmp) MODEL(wcscoll) MODEL(wcpcpy) MODEL(wcpncpy) MODEL(wmempcpy) MODEL(wcschrnul) MODEL(mbsrtowcs)
MODEL(wcsrtombs) MODEL(wcstol) MODEL(wcstoul) MODEL(wcstoll) MODEL(wcstod) MODEL(swprintf) MODEL(fopen) MODEL(fclose)
MODEL(fputs) MODEL(fputws) MODEL(fputwc) MODEL(fwprintf) MODEL(fgetws) MODEL(fgetwc) MODEL(ungetwc) MODEL(fwide) MODEL(ferror)
MODEL(feof) MODEL(fprintf)
/* The header gives these the names of one C standard. */
extern int model_swscanf(const wchar_t *, const wchar_t *, ...);
extern int model_fwscanf(FILE *, const wchar_t *, ...);

enum { ROOM = 40 };

static size_t random_wide(wchar_t *text)
{
    size_t length = below(8);
    for (size_t i = 0; i < length; i++)
        text[i] = below(10) ? (wchar_t)('a' + below(3)) : (wchar_t)(below(2) ? 0x20ac : -5);
    text[length] = 0;
    return length;
}

/* Text of which numbers are made, and some that ends them. */
static void random_number(wchar_t *text)
{
    static const wchar_t letters[] = L"0123456789 +-.xXeEaf9\u20ac";
    size_t length = below(12);
    for (size_t i = 0; i < length; i++)
        text[i] = letters[below(sizeof letters / sizeof *letters - 1)];
    text[length] = 0;
}

#define SAME_NUMBER(type, name, ...)                                                                                 \
    do {                                                                                                             \
        wchar_t *end = NULL, *model_end = NULL;                                                                      \
        errno = model_errno = 0;                                                                                     \
        type value = name(number, &end, ##__VA_ARGS__), model_value = model_##name(number, &model_end, ##__VA_ARGS__); \
        CHECK(value == model_value && end == model_end && errno == model_errno, #name " of %ls", number);            \
    } while (0)

static void check_numbers(void)
{
    wchar_t number[16];
    int base = below(4) ? 10 : (int)below(38);
    random_number(number);
    SAME_NUMBER(long, wcstol, base);
    SAME_NUMBER(unsigned long, wcstoul, base);
    SAME_NUMBER(long long, wcstoll, 16);
    SAME_NUMBER(double, wcstod);
    int a = 7, b = 7, model_a = 7, model_b = 7;
    wchar_t word[16] = L"", model_word[16] = L"";
    char bytes[16] = "", model_bytes[16] = "";
#define SAME_SCAN(format, ...)                                                                                       \
    do {                                                                                                             \
        int result = swscanf(number, format, &a, word, bytes, &b);                                                   \
        int model_result = model_swscanf(number, format, &model_a, model_word, model_bytes, &model_b);               \
        CHECK(result == model_result && a == model_a && b == model_b && wcscmp(word, model_word) == 0                \
                  && strcmp(bytes, model_bytes) == 0, "%ls of %ls: %d %d", format, number, result, model_result);    \
    } while (0)
    SAME_SCAN(L"%d%5ls%6s%n");
    SAME_SCAN(L"%i%3l[0-9.]%6s%n");
    SAME_SCAN(L"%2u %l[^\u20ac]\u20ac%4[a-f0-9]%n");
    SAME_SCAN(L"%x-%4S%4s%n");
}

static void check_formats(void)
{
    wchar_t expected[ROOM], found[ROOM], text[ROOM];
    char narrow[8] = { 'a', (char)(below(8) ? 'b' : 0xe4), 'c', 0 };
    size_t size = below(ROOM);
    int number = (int)draw();
    random_wide(text);
#define SAME_FORMAT(...)                                                                                             \
    do {                                                                                                             \
        wmemset(expected, 'x', ROOM);                                                                                \
        wmemset(found, 'x', ROOM);                                                                                   \
        errno = model_errno = 0;                                                                                     \
        int result = swprintf(expected, size, __VA_ARGS__), model_result = model_swprintf(found, size, __VA_ARGS__); \
        CHECK(result == model_result && errno == model_errno && wmemcmp(expected, found, ROOM) == 0,                 \
              "swprintf into %zu: %d %d %d %d", size, result, model_result, errno, model_errno);                     \
    } while (0)
    SAME_FORMAT(L"%d|%5x\u20ac%-6o", number, number, number);
    SAME_FORMAT(L"%ls|%6ls|%-6.2ls", text, text, text);
    SAME_FORMAT(L"%s|%6s|%.1s", narrow, narrow, narrow);
    SAME_FORMAT(L"%lc%c%3lc%C", text[0], 'q', 'r', 's');
    SAME_FORMAT(L"%f%%%\u20ac", number / 7.0);
    SAME_FORMAT(L"%c", 0x80 + number % 2);
}

/* A stream that wide characters are written to and read from, and its orientation. */
static void check_streams(void)
{
    const char *name = "wide_stream.tmp";
    wchar_t text[ROOM], expected[ROOM] = L"", found[ROOM] = L"";
    int number = (int)below(1000), value = -1, model_value = -1;
    for (size_t i = 0; i < ROOM; i++)
        text[i] = i < 9 ? (wchar_t)('a' + below(4)) : 0;
    text[below(9)] = '\n';
    FILE *file = fopen(name, "w"), *model_file = model_fopen(name, "w");
    CHECK(fputws(text, file) >= 0 && model_fputws(text, model_file) >= 0, "fputws");
    CHECK(fwprintf(file, L"%d %ls", number, text) == model_fwprintf(model_file, L"%d %ls", number, text), "fwprintf");
    CHECK(fputwc('z', file) == model_fputwc('z', model_file), "fputwc");
    CHECK(fputs("bytes", file) == model_fputs("bytes", model_file), "fputs on a stream of wide characters");
    CHECK(fprintf(file, "bytes") == model_fprintf(model_file, "bytes"), "fprintf on a stream of wide characters");
    CHECK(fwide(file, -1) == model_fwide(model_file, -1), "fwide");
    fclose(file);
    model_fclose(model_file);
    file = fopen(name, "r");
    model_file = model_fopen(name, "r");
    for (int i = 0; i < 2; i++) {
        int size = 1 + (int)below(12);
        CHECK((fgetws(expected, size, file) != NULL) == (model_fgetws(found, size, model_file) != NULL), "fgetws");
        CHECK(wcscmp(expected, found) == 0, "fgetws gave %ls and %ls", expected, found);
    }
    CHECK(fwscanf(file, L"%d", &value) == model_fwscanf(model_file, L"%d", &model_value) && value == model_value, "fwscanf");
    wint_t pushed = below(2) ? '5' : 0x20ac;
    CHECK(fgetwc(file) == model_fgetwc(model_file) && ungetwc(pushed, file) == model_ungetwc(pushed, model_file), "ungetwc");
    for (wint_t c = 0; c != WEOF;) {
        c = fgetwc(file);
        wint_t model_c = model_fgetwc(model_file);
        CHECK(c == model_c && !!feof(file) == !!model_feof(model_file), "fgetwc gave %d and %d", (int)c, (int)model_c);
    }
    fclose(file);
    model_fclose(model_file);
    remove(name);
}

static void check_sets(wchar_t *text, wchar_t *other, size_t n)
{
    wchar_t expected[ROOM] = { 0 }, found[ROOM] = { 0 }, *rest, *model_rest;
    CHECK(wcsspn(text, other) == model_wcsspn(text, other) && wcscspn(text, other) == model_wcscspn(text, other), "wcsspn");
    CHECK(wcspbrk(text, other) == model_wcspbrk(text, other) && wcschrnul(text, 'b') == model_wcschrnul(text, 'b'), "wcspbrk");
    CHECK(sign_of(wcscasecmp(text, other)) == sign_of(model_wcscasecmp(text, other)), "wcscasecmp");
    CHECK(wcpcpy(expected, text) - expected == model_wcpcpy(found, text) - found, "wcpcpy");
    CHECK(wcpncpy(expected, other, n) - expected == model_wcpncpy(found, other, n) - found, "wcpncpy");
    CHECK(memcmp(expected, found, sizeof found) == 0, "wcpncpy");
    wcscpy(expected, text);
    wcscpy(found, text);
    wchar_t *token = wcstok(expected, L"ab", &rest), *model_token = model_wcstok(found, L"ab", &model_rest);
    for (; token != NULL && model_token != NULL;) {
        CHECK(wcscmp(token, model_token) == 0 && token - expected == model_token - found, "wcstok");
        token = wcstok(NULL, L"ab", &rest);
        model_token = model_wcstok(NULL, L"ab", &model_rest);
    }
    CHECK(token == NULL && model_token == NULL, "wcstok");
    const wchar_t *source = text, *model_source = text;
    char bytes[ROOM] = "", model_bytes[ROOM] = "";
    mbstate_t state = { 0 };
    CHECK(wcsrtombs(bytes, &source, n, &state) == model_wcsrtombs(model_bytes, &model_source, n, &state), "wcsrtombs");
    CHECK(source == model_source && memcmp(bytes, model_bytes, ROOM) == 0, "wcsrtombs");
    const char *narrow = bytes, *model_narrow = bytes;
    CHECK(mbsrtowcs(expected, &narrow, n, &state) == model_mbsrtowcs(found, &model_narrow, n, &state), "mbsrtowcs");
    CHECK(narrow == model_narrow && wmemcmp(expected, found, n) == 0, "mbsrtowcs");
}

void run_cases(long rounds)
{
    for (long turn = 0; turn < rounds / 20 + 1; turn++)
        check_streams();
    for (long turn = 0; turn < rounds; turn++) {
        wchar_t text[ROOM], other[ROOM], expected[ROOM] = { 0 }, found[ROOM] = { 0 };
        size_t length = random_wide(text), n = below(10);
        random_wide(other);
        wchar_t c = other[0];
        check_numbers();
        check_formats();
        check_sets(text, other, n);
        CHECK(wcslen(text) == model_wcslen(text) && wcsnlen(text, n) == model_wcsnlen(text, n), "wcslen");
        CHECK(sign_of(wcscmp(text, other)) == sign_of(model_wcscmp(text, other)), "wcscmp");
        CHECK(sign_of(wcsncmp(text, other, n)) == sign_of(model_wcsncmp(text, other, n)), "wcsncmp");
        CHECK(wcschr(text, c) == model_wcschr(text, c) && wcsrchr(text, c) == model_wcsrchr(text, c), "wcschr");
        CHECK(wcsstr(text, other) == model_wcsstr(text, other), "wcsstr");
        CHECK(wmemchr(text, c, length) == model_wmemchr(text, c, length), "wmemchr");
        CHECK(sign_of(wmemcmp(text, other, 1)) == sign_of(model_wmemcmp(text, other, 1)), "wmemcmp");
#define SAME_BUFFER(call, model_call)                                                                                \
    do {                                                                                                             \
        wcscpy(expected, other);                                                                                     \
        wcscpy(found, other);                                                                                        \
        call;                                                                                                        \
        model_call;                                                                                                  \
        CHECK(memcmp(expected, found, sizeof found) == 0, #call);                                                    \
    } while (0)
        SAME_BUFFER(wcscpy(expected, text), model_wcscpy(found, text));
        SAME_BUFFER(wcsncpy(expected, text, n), model_wcsncpy(found, text, n));
        SAME_BUFFER(wcscat(expected, text), model_wcscat(found, text));
        SAME_BUFFER(wcsncat(expected, text, n), model_wcsncat(found, text, n));
        SAME_BUFFER(wmemcpy(expected, text, length), model_wmemcpy(found, text, length));
        SAME_BUFFER(wmemset(expected, c, n), model_wmemset(found, c, n));
        char bytes[ROOM] = "", model_bytes[ROOM] = "";
        errno = model_errno = 0;
        size_t wide_result = wcstombs(bytes, text, n), model_result = model_wcstombs(model_bytes, text, n);
        CHECK(wide_result == model_result && errno == model_errno && strcmp(bytes, model_bytes) == 0, "wcstombs");
        char narrow[8] = { (char)below(256), (char)('a' + below(26)), 0 };
        wchar_t one = 0, model_one = 0;
        CHECK(mbtowc(&one, narrow, 2) == model_mbtowc(&model_one, narrow, 2) && one == model_one, "mbtowc of %d", narrow[0]);
        CHECK(mbstowcs(expected, narrow, n) == model_mbstowcs(found, narrow, n), "mbstowcs of %d", narrow[0]);
        CHECK(wctomb(bytes, c) == model_wctomb(model_bytes, c), "wctomb");
        CHECK(btowc(narrow[0]) == model_btowc(narrow[0]) && wctob((wint_t)c) == model_wctob((wint_t)c), "btowc");
    }
}
