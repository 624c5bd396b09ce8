// Lines of symbolic standard input.
//@ test: --sym-stdin 4
#include <lariat.h>
#include <stdio.h>
#include <string.h>
int main(void)
{
    char line[3];
    int lines = 0;
    while (fgets(line, sizeof line, stdin)) {
        lariat_assert(strlen(line) <= 2);
        lines++;
    }
    lariat_assert(lines <= 4);
    lariat_assert(lines != 4); //! assertion-failure
    return 0;
}
