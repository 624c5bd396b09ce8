// A number in a line of standard input is one path per length of the line, whatever its digits are, and printing it is none.
//@ test: --sym-stdin 14
//@ paths: 26
#include <stdio.h>
#include <stdlib.h>

static void show(int number)
{
    printf("%d\n", number);
}

int main(void)
{
    char line[14] = "";
    int amount = 0;
    if (fgets(line, sizeof line, stdin) != NULL)
        amount = atoi(line);
    else
        puts("no line");
    amount++; //! signed-overflow
    show(amount);
    return 0;
}
