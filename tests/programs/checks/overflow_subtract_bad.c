// Comparing by subtracting.
//@ test:
#include <lariat.h>
int main(void)
{
    int a = lariat_int("a"), b = lariat_int("b");
    int order = a - b; //! signed-overflow
    return order < 0;
}
