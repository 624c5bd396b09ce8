// Wide text: formats, numbers, tokens, streams and their orientation, as far as the "C" locale has wide characters.
//@ test: --sym-stdin 3
#include <errno.h>
#include <lariat.h>
#include <stdio.h>
#include <stdlib.h>
#include <wchar.h>
int main(void)
{
    wchar_t text[16], line[8] = L"", word[8], *rest;
    int number = 0;
    lariat_assert(swprintf(text, 16, L"%d|%ls|%s", -7, L"wide", "bytes") == 13 && wcscmp(text, L"-7|wide|bytes") == 0);
    lariat_assert(swprintf(text, 5, L"%d", 12345) < 0);
    lariat_assert(swscanf(L" 42 end", L"%d %7ls", &number, word) == 2 && number == 42 && wcscmp(word, L"end") == 0);
    lariat_assert(wcstol(L"0x1f!", &rest, 0) == 31 && *rest == L'!' && wcstod(L"2.5", NULL) == 2.5);
    wcscpy(text, L"a,b");
    lariat_assert(wcscmp(wcstok(text, L",", &rest), L"a") == 0 && wcscmp(wcstok(NULL, L",", &rest), L"b") == 0);
    lariat_assert(wprintf(L"%ls\n", L"out") == 4 && printf("bytes") < 0 && fputws(L"more\n", stdout) >= 0);
    if (fgetws(line, 8, stdin) == NULL) {
        lariat_assert(feof(stdin) || errno == EILSEQ);
        return 1;
    }
    lariat_assert(fwide(stdin, 0) > 0 && line[0] < 128);
    if (wcstol(line, NULL, 10) == 42)
        return 2;
    return 0;
}
