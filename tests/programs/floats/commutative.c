// Addition and multiplication are commutative, and comparing is consistent.
//@ test:
#include <lariat.h>
int main(void)
{
    float a = lariat_float("a"), b = lariat_float("b");
    lariat_assume(a == a && b == b);
    lariat_assert((a < b) + (a > b) + (a == b) == 1);
    lariat_assert((a <= b) == (b >= a));
    float sum = a + b, other = b + a;
    lariat_assert(sum == other || sum != sum);
    return 0;
}
