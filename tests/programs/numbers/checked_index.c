//@ test: --sym-stdin 12
/* Questions about a number that was checked are about its value, not about its digits. */
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    char line[12] = "";
    int places[10] = { 0 };
    int data = -1;
    if (fgets(line, sizeof line, stdin) != NULL)
        data = atoi(line);
    if (data >= 0 && data < 10)
        places[data] = 1;
    printf("%d\n", places[3]);
    return 0;
}
