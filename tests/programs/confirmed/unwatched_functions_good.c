// The same functions where nothing is wrong: what they do natively is what they do in the engine.
//@ test: --sym-stdin 6
#define _GNU_SOURCE
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>
int main(void)
{
    char line[4] = "xyz", text[8];
    wchar_t wide[8];
    char *none = malloc(0);
    if (fgets(line, sizeof line, stdin) == NULL)
        assert(strcmp(line, "xyz") == 0 && feof(stdin));
    assert(*stpcpy(text, "abc") == 0 && strcmp(text, "abc") == 0);
    assert(stpncpy(text, "ab", 8) == text + 2 && text[7] == 0);
    assert(memccpy(text, "abcdef", 'c', 6) == text + 3 && memccpy(text, "abc", 'x', 3) == NULL);
    assert(swprintf(wide, 8, L"%d", 1234567) == 7 && swprintf(wide, 4, L"%d", 1234567) < 0);
    assert(wcscmp(L"ab", L"abc") < 0 && wcsncmp(L"abd", L"abc", 2) == 0 && wmemcmp(L"ab", L"aa", 2) > 0);
    assert(wcschr(L"abc", 0) != NULL && wmemchr(L"abc", L'd', 3) == NULL);
    explicit_bzero(text, sizeof text);
    none = realloc(none, 4);
    if (none != NULL)
        none[3] = 1;
    free(none);
    return line[0] == 'a';
}
