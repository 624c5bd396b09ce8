// On 32 bits floats have the precision of their type, in the engine and natively: nothing is rounded twice.
//@ verify: --property unreach-call --data-model ILP32
//@ verdict: true
//@ verify: --property unreach-call --data-model ILP32 --cflags=-mfpmath=387
//@ verdict: true
//@ verify: --property unreach-call --data-model ILP32 -DWIDE
//@ verdict: false
#include <float.h>
extern void reach_error(void);
static double third(double x) { return x / 3.0; }
static float product(float a, float b) { return a * b; }
int main(void)
{
    volatile double large = 9007199254740992.0, one = 1.0, tiny = 0x1p-60;
    volatile float a = 16777217.0f * 3.0f, b = 1.0000001f;
    double kept = third(one);
#if FLT_EVAL_METHOD != 0
    reach_error();
#endif
    /* In registers of 64 bits of precision these would differ. */
    if (large + one != large || (large + one) - large != 0.0)
        reach_error();
    if (one + 0x1p-53 + tiny != one)
        reach_error();
    if (kept != third(one) || product(a, b) != (float)(a * b))
        reach_error();
    if (DBL_MAX * 2.0 / 2.0 <= DBL_MAX)
        reach_error();
    /* long double has them, on both sides. */
    if ((long double)large + one == (long double)large)
        reach_error();
#ifdef WIDE
    if (sizeof(long double) == 12 && (large + one) - large == 0.0)
        reach_error();
#endif
    return 0;
}
