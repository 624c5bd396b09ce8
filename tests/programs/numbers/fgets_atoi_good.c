//@ test: --sym-stdin 14
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    char line[14] = "";
    int amount = 0;
    if (fgets(line, sizeof line, stdin) != NULL)
        amount = atoi(line);
    if (amount < INT_MAX)
        amount++;
    fprintf(stderr, "%d\n", amount);
    return 0;
}
