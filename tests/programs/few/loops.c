// Loops over inputs of one or two bytes whose arithmetic is hard for a solver, and whose iterations go several ways: the values that a
// path leaves are kept from branch to branch, and where one is left it is a number.
//@ test:
//@ verify:
//@ verdict: true
#include <lariat.h>

static unsigned gcd(unsigned a, unsigned b)
{
    while (b) {
        unsigned rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

int main(void)
{
    unsigned n = lariat_uchar("n");
    unsigned long value = n + 1;
    int steps = 0;
    switch (lariat_range(0, 2, "which")) {
    case 0: // Collatz
        while (value != 1 && n < 100) {
            value = value & 1 ? 3 * value + 1 : value / 2;
            steps++;
        }
        lariat_assert(steps <= 118);
        break;
    case 1: // 7n + 1
        for (; steps < 40 && value != 1; steps++)
            value = value % 5 == 0 ? value / 5 : value % 3 == 0 ? value / 3 : value % 2 == 0 ? value / 2 : 7 * value + 1;
        lariat_assert(value > 0);
        break;
    default: {
        unsigned m = lariat_range(1, 64, "m"), common = gcd(n + 1, m);
        lariat_assert(common && (n + 1) % common == 0 && m % common == 0 && gcd(m, n + 1) == common);
    }
    }
    return 0;
}
