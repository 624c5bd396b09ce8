// A value that was never set is used when it is shown.
//@ test: --check-uninitialised
#include <lariat.h>
#include <stdio.h>

struct pair {
    int number;
    double real;
};

int main(void)
{
    struct pair pair;
    if (lariat_bool("set"))
        pair.number = 1;
    pair.real = 2.5;
    printf("%d\n", pair.number); //! uninitialised-branch
    printf("%f\n", pair.real);
    return 0;
}
