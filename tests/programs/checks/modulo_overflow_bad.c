// The remainder of the smallest long and -1 does not exist either.
//@ test:
#include <lariat.h>
#include <limits.h>
int main(void)
{
    long a = lariat_long("a"), b = lariat_long("b");
    if (b == 0 || b < -1)
        return 1;
    return a % b == 0; //! signed-overflow
}
