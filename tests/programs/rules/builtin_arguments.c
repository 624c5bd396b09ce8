// Builtin functions are not defined for every argument.
//@ test:
#include <lariat.h>
#include <stdlib.h>

int main(void)
{
    unsigned x = lariat_uint("x");
    int n = lariat_int("n");
    long l = lariat_long("l");

    switch (lariat_range(0, 8, "which")) {
    case 0: return __builtin_clz(x) > 40; //! invalid-argument
    case 1: return __builtin_ctz(x) > 40; //! invalid-argument
    case 2: return __builtin_clzl(l) > 70; //! invalid-argument
    case 3: return __builtin_ctzll(l) > 70; //! invalid-argument
    case 4: return abs(n) == 5; //! signed-overflow
    case 5: return labs(l) == 5; //! signed-overflow
    case 6: return llabs(l) == 5; //! signed-overflow
    case 7: return x != 0 && __builtin_clz(x) == 31;
    case 8: return n != -2147483647 - 1 && abs(n) == 7;
    }
    return 0;
}
