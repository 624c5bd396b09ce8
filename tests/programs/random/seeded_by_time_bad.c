// A seed that is an input makes the numbers inputs, and the native run gets them from the test.
//@ test:
//@ paths: 2
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

int main(void)
{
    srand((unsigned)time(NULL));
    int number = rand();
    if (number == 123456789)
        number *= 100; //! signed-overflow
    else if (number < 0)
        abort();
    printf("%d\n", number);
    return 0;
}
