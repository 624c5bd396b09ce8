// Copies between places that overlap. Moves, copies to the same place and copies side by side are right.
//@ test:
//@ verify: --property valid-memsafety
//@ verdict: true
#include <lariat.h>
#include <stdio.h>
#include <string.h>
#include <wchar.h>
struct pair { int a[4]; };
static void assign(struct pair *to, const struct pair *from) { *to = *from; }
int main(void)
{
    char data[32] = "abcdefgh", text[32];
    wchar_t wide[16] = L"abc";
    struct pair pairs[2] = { { { 1 } }, { { 2 } } };
    int offset = lariat_range(8, 16, "offset");
    memcpy(data + 8, data, 8);
    memmove(data + 6, data + 4, 10);
    memcpy(data, data, 8);
    memcpy(data + offset, data, 8);
    memcpy(data + 4, data, 0);
    data[10] = 0;
    strcpy(data + 11, data);
    strcpy(text, data);
    strncpy(data, data + 4, 4);
    strcat(text, data);
    sprintf(text, "%s %d", data, 3);
    wmemcpy(wide + 4, wide, 4);
    wcscpy(wide + 4, wide);
    assign(&pairs[0], &pairs[1]);
    assign(&pairs[0], &pairs[0]);
    return 0;
}
