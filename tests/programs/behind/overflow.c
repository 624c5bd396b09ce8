// What follows a signed overflow is explored with the result that the machine computes, and bugs there are confirmed.
//@ test:
//@ json: complete == true
//@ test: --entry counted
//@ bugs: 2
//@ json: complete == true
//@ test: --entry fixed
//@ bugs: 2
//@ run: test %s --entry fixed --out %t/out --no-coverage
//@ exit: 1
//@ count: 1 note: signed arithmetic wraps behind the overflow
//@ verify: --property no-overflow
//@ verdict: false
//@ verify: --property unreach-call
//@ verdict: false
//@ verify: --property no-overflow --entry fixed
//@ verdict: false
#include <assert.h>
#include <lariat.h>

int main(void)
{
    int x = lariat_int("x");
    int table[10] = { 0 };
    int next = x + 1; //! signed-overflow
    lariat_assert(x <= 0 || next > 0); //! assertion-failure
    int scaled = x * 4; //! signed-overflow
    if (scaled == 8 && x > 1000)
        return 1 / (x - x); //! division-by-zero
    return -x == x && table[0]; //! signed-overflow
}

/* The loop is taken in one step up to the overflow. */
int counted(unsigned char count)
{
    int sum = 0;
    for (int i = 0; i < count; i++)
        sum += 50000000;
    assert(sum >= 0);
    return 0;
}

int fixed(void)
{
    int largest = 0x7fffffff;
    for (int i = 0; i < 5; i++)
        largest += 2;
    assert(largest > 0);
    return 0;
}
