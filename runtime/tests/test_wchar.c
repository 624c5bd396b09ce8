/* Wide characters of the "C" locale against glibc. */
#include "model.h"

#include <errno.h>
#include <wchar.h>

MODEL(wcslen) MODEL(wcsnlen) MODEL(wcscpy) MODEL(wcsncpy) MODEL(wcscat) MODEL(wcsncat) MODEL(wcscmp) MODEL(wcsncmp) MODEL(wcschr)
MODEL(wcsrchr) MODEL(wcsstr) MODEL(wmemcpy) MODEL(wmemset) MODEL(wmemcmp) MODEL(wmemchr) MODEL(mbtowc) MODEL(wctomb)
MODEL(mbstowcs) MODEL(wcstombs) MODEL(btowc) MODEL(wctob)

enum { ROOM = 40 };

static size_t random_wide(wchar_t *text)
{
    size_t length = below(8);
    for (size_t i = 0; i < length; i++)
        text[i] = below(10) ? (wchar_t)('a' + below(3)) : (wchar_t)(below(2) ? 0x20ac : -5);
    text[length] = 0;
    return length;
}

void run_cases(long rounds)
{
    for (long turn = 0; turn < rounds; turn++) {
        wchar_t text[ROOM], other[ROOM], expected[ROOM] = { 0 }, found[ROOM] = { 0 };
        size_t length = random_wide(text), n = below(10);
        random_wide(other);
        wchar_t c = other[0];
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
