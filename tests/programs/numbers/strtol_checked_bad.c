// The usual checks behind strtol: each is one decision, not one per place where the number may end.
//@ test: --sym-args 1 1 12
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

int main(int count, char **arguments)
{
    char *end;
    if (count < 2)
        return 1;
    errno = 0;
    long value = strtol(arguments[1], &end, 10);
    if (end == arguments[1]) {
        fputs("no number\n", stderr);
        return 2;
    }
    if (*end != 0)
        return 3;
    if (errno == ERANGE) {
        perror("strtol");
        return 4;
    }
    int small = (int)value;
    if (small == value)
        small *= 3; //! signed-overflow
    printf("%d\n", small);
    return 0;
}
