// Symbolic standard input, read by line.
//@ test: --sym-stdin 4
#include <assert.h>
#include <stdio.h>
#include <string.h>
int main(void)
{
    char line[8];
    if (!fgets(line, sizeof line, stdin))
        return 1;
    size_t length = strlen(line);
    assert(length <= 4);
    if (length > 0 && line[length - 1] == '\n')
        line[--length] = 0;
    assert(strcmp(line, "end") != 0); //! assertion-failure
    return 0;
}
