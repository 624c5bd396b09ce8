// The same with the check that was missing.
//@ run: test %s --out %t/out
//@ stdout: no bugs found
//@ stdout: everything was explored
#include <stdlib.h>
#include <string.h>
int main(void)
{
    char *old = malloc(8), *text = malloc(8);
    int end = 8;
    free(old);
    if (!text)
        return 1;
    memset(text, ' ', 8);
    while (end > 0 && text[end - 1] == ' ')
        end--;
    free(text);
    return end;
}
