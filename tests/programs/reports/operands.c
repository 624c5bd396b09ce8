// The operands of divisions, shifts and negations, and the arguments of calls that had returned when an overflow was asked about.
//@ run: test --out %t %s
//@ exit: 1
//@ stdout: a signed operation overflows: num / den is -2147483648 / -1 in int
//@ stdout: a signed operation overflows: num % den is -9223372036854775808 % -1 in long
//@ stdout: a division by zero: total % parts is
//@ stdout: a shift by a negative amount, or by the width or more: value << amount is 1 << 32 in 32 bits
//@ stdout: a signed operation overflows: -value is -(-2147483648) in int
//@ stdout: a signed operation overflows: side * side is
#include <lariat.h>
static int divide(int num, int den) { return den == 0 ? 0 : num / den; }
static long rest(long num, long den) { return den == 0 ? 0 : num % den; }
static unsigned share(unsigned total, unsigned parts) { return total % parts; }
static int shift(int value, int amount) { return value << amount; }
static int negate(int value) { return -value; }
static int square(int side) { return side * side; }
int main(void)
{
    switch (lariat_range(0, 5, "which")) {
    case 0: return divide(lariat_int("a"), lariat_int("b")) != 0;
    case 1: return rest(lariat_long("c"), lariat_int("d")) != 0;
    case 2: return share(lariat_uint("e"), lariat_uint("f")) != 0;
    case 3: return shift(1, lariat_range(0, 32, "g")) != 0;
    case 4: return negate(lariat_int("h")) != 0;
    default: return square(lariat_int("i")) != 0;
    }
}
