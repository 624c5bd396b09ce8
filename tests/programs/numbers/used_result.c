// The number of characters printed is exact where the program looks at it, by the result or by %n.
//@ test:
#include <lariat.h>
#include <stdio.h>

int main(void)
{
    int number = lariat_int("number"), before = 0;
    int length = printf("%d", number);
    lariat_assert(length >= 1 && length <= 11);
    lariat_assert((length == 11) == (number <= -1000000000));
    printf("<%5u>%n\n", (unsigned)number, &before);
    lariat_assert(before == 7 || (unsigned)number > 99999);
    lariat_assert(before < 12); //! assertion-failure
    return 0;
}
