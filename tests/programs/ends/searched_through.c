// Where all paths of a program have been followed to their ends, every run ends: no loop needs a ranking function.
//@ verify: --property termination
//@ verdict: true
//@ json: complete == true
//@ stdout!: "paths": 0,
//@ verify: --property termination -DTWO_BYTES
//@ verdict: true
//@ stdout!: "paths": 0,
//@ verify: --property termination -DNO_INPUTS
//@ verdict: true
//@ verify: --property termination -DENVIRONMENT
//@ verdict: true
//@ stdout: environment variables that the program did not set did not exist
//@ verify: --property termination -DWRAPS --wrapv
//@ verdict: true
//@ stdout: signed arithmetic wraps
//@ stdout!: "paths": 0,
#include <stdlib.h>
#include <string.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

struct list {
    struct list *next;
};

static unsigned char go_on[6] = { 2, 3, 4, 5, 5, 6 };

#if defined TWO_BYTES
int main(void)
{
    unsigned a = __VERIFIER_nondet_uchar(), b = __VERIFIER_nondet_uchar();

    while (b) {
        unsigned rest = a % b;
        a = b;
        b = rest;
    }
    return a == 255;
}
#elif defined NO_INPUTS
int main(void)
{
    unsigned number = 2, primes = 0;

    while (primes < 500) {
        int is_prime = 1;
        for (unsigned divisor = 2; divisor * divisor <= number; divisor++)
            if (number % divisor == 0) {
                is_prime = 0;
                break;
            }
        primes += is_prime;
        number++;
    }
    return 0;
}
#elif defined ENVIRONMENT
int main(void)
{
    while (getenv("LOOPS"))
        ;
    return 0;
}
#elif defined WRAPS
int main(void)
{
    int x = 2147483600 + __VERIFIER_nondet_uchar() % 8;

    while (x > 0)
        x++;
    return 0;
}
#else
int main(void)
{
    unsigned char a = __VERIFIER_nondet_uchar();
    unsigned at = a & 3;
    struct list third = { 0 }, second = { &third }, first = { &second };
    struct list *p = a % 3 ? &first : &second;
    _Bool waits = a & 1;
    int rounds = 0;
    double x = 1 + (a & 7);
    char text[6] = "a,b,c";

    if (a == 99)
        abort();
    while (at < 6) // a walk through a table
        at = go_on[at];
    for (; p; p = p->next) // a list
        rounds++;
    while (waits) { // a flag
        if (++rounds > 5)
            waits = 0;
    }
    while (x > 0.5) // a floating-point number
        x /= 2;
    for (char *word = strtok(text, ","); word; word = strtok(0, ",")) // the library decides
        rounds++;
    return rounds & 1;
}
#endif
