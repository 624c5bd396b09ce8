// scanf takes from a stream exactly what belongs to the number: what is read next is the character behind it.
//@ test: --sym-stdin 3
#include <lariat.h>
#include <stdio.h>

int main(void)
{
    int value = -1, width = -1;
    int result = scanf("%2d", &value);
    int next = getchar();
    if (result == 1)
        lariat_assert(value >= -9 && value <= 99);
    else
        lariat_assert(value == -1 && (result == 0 || result == EOF));
    lariat_assert(result != EOF || (next == EOF && feof(stdin)));
    if (result == 1 && value > 9)
        lariat_assert(scanf("%d", &width) != 0 || next != ' ' || !feof(stdin));
    if (result == 1 && value >= 0 && value <= 9 && next >= '0' && next <= '9')
        lariat_assert(0); //! assertion-failure
    return 0;
}
