/* <math.h> against glibc, bit by bit. */
#include "model.h"

#include <errno.h>
#include <math.h>

#define ONE_ARGUMENT(DO)                                                                                             \
    DO(floor) DO(ceil) DO(trunc) DO(rint) DO(nearbyint) DO(round) DO(roundeven) DO(fabs) DO(sqrt) DO(logb)           \
    DO(sin) DO(cos) DO(exp) DO(log) DO(cbrt) DO(atan) DO(log10) DO(tanh) DO(lgamma)
/* Where the sign of a result that is 0 is left open by C (fmax, fmin) or wrong in glibc for subnormal divisors (remainder). */
#define LOOSE_ZERO(DO) DO(fmax) DO(fmin) DO(remainder)
#define TWO_ARGUMENTS(DO) DO(fmod) DO(copysign) DO(fdim) DO(nextafter) DO(pow) DO(atan2) DO(hypot)
#define MODEL_BOTH(name) MODEL(name) MODEL(name##f)
ONE_ARGUMENT(MODEL_BOTH)
TWO_ARGUMENTS(MODEL_BOTH)
LOOSE_ZERO(MODEL_BOTH)
MODEL_BOTH(fma) MODEL_BOTH(ldexp) MODEL_BOTH(scalbn) MODEL_BOTH(scalbln) MODEL_BOTH(frexp) MODEL_BOTH(ilogb)
MODEL_BOTH(modf) MODEL_BOTH(lround) MODEL_BOTH(llround) MODEL_BOTH(lrint) MODEL_BOTH(llrint)
MODEL(floorl) MODEL(roundl) MODEL(sqrtl) MODEL(modfl) MODEL(fabsl) MODEL(fmaxl)
int model___fpclassify(double);
int model___fpclassifyf(float);
int model___signbit(double);
int model___isnan(double);
int model___isinf(double);
int model___finite(double);

static int same_double(double left, double right)
{
    return memcmp(&left, &right, sizeof left) == 0 || (isnan(left) && isnan(right));
}

static int same_float(float left, float right)
{
    return memcmp(&left, &right, sizeof left) == 0 || (isnan(left) && isnan(right));
}

static double random_double(void)
{
    static const double special[] = { 0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 1.5, 2.5, INFINITY, -INFINITY, NAN, 5e-324, -5e-324,
                                      0x1p-1022, 0x1.fffffffffffffp1023, 3.0, 4503599627370495.5, 9007199254740992.0, 1e300 };
    union {
        double value;
        uint64_t bits;
    } pattern = { 0 };
    switch (below(5)) {
    case 0: return special[below(19)];
    case 1: pattern.bits = draw(); return isnan(pattern.value) ? NAN : pattern.value;
    case 2: return (double)((int64_t)draw() >> below(60)) / 2;
    case 3: pattern.bits = draw() >> (11 + below(50)); return pattern.value;
    default: return ((double)below(20000) - 10000) / 64;
    }
}

static float random_float(void)
{
    union {
        float value;
        uint32_t bits;
    } pattern = { 0 };
    if (below(2))
        return (float)random_double();
    pattern.bits = (uint32_t)draw();
    return isnan(pattern.value) ? NAN : pattern.value;
}

void run_cases(long rounds)
{
    for (long turn = 0; turn < rounds; turn++) {
        double x = random_double(), y = random_double(), z = random_double();
        float fx = random_float(), fy = random_float(), fz = random_float();
#define SAME1(name)                                                                                                  \
    CHECK(same_double(name(x), model_##name(x)), #name "(%a): %a not %a", x, model_##name(x), name(x));              \
    CHECK(same_float(name##f(fx), model_##name##f(fx)), #name "f(%a): %a not %a", fx, model_##name##f(fx), name##f(fx));
#define SAME2(name)                                                                                                  \
    CHECK(same_double(name(x, y), model_##name(x, y)), #name "(%a, %a): %a not %a", x, y, model_##name(x, y), name(x, y)); \
    CHECK(same_float(name##f(fx, fy), model_##name##f(fx, fy)), #name "f(%a, %a): %a not %a", fx, fy,                \
          model_##name##f(fx, fy), name##f(fx, fy));
#define SAME2_BUT_ZERO(name)                                                                                         \
    CHECK(same_double(name(x, y), model_##name(x, y)) || (name(x, y) == 0 && model_##name(x, y) == 0),               \
          #name "(%a, %a): %a not %a", x, y, model_##name(x, y), name(x, y));                                        \
    CHECK(same_float(name##f(fx, fy), model_##name##f(fx, fy)) || (name##f(fx, fy) == 0 && model_##name##f(fx, fy) == 0), \
          #name "f(%a, %a): %a not %a", fx, fy, model_##name##f(fx, fy), name##f(fx, fy));
        LOOSE_ZERO(SAME2_BUT_ZERO)
        ONE_ARGUMENT(SAME1)
        TWO_ARGUMENTS(SAME2)
        CHECK(same_double(fma(x, y, z), model_fma(x, y, z)) && same_float(fmaf(fx, fy, fz), model_fmaf(fx, fy, fz)), "fma");
        int power = (int)below(below(2) ? 60 : 5000) - (int)below(2500), e1 = -9, e2 = -9;
#define SAME_SCALE(name)                                                                                             \
    CHECK(same_double(name(x, power), model_##name(x, power)), #name "(%a, %d): %a not %a", x, power,                \
          model_##name(x, power), name(x, power));                                                                   \
    CHECK(same_float(name##f(fx, power), model_##name##f(fx, power)), #name "f(%a, %d)", fx, power);
        SAME_SCALE(ldexp)
        SAME_SCALE(scalbn)
        SAME_SCALE(scalbln)
        double part = frexp(x, &e1), model_part = model_frexp(x, &e2);
        CHECK(same_double(part, model_part) && (e1 == e2 || !isfinite(x)), "frexp(%a)", x);
        float float_part = frexpf(fx, &e1), model_float_part = model_frexpf(fx, &e2);
        CHECK(same_float(float_part, model_float_part) && (e1 == e2 || !isfinite(fx)), "frexpf(%a)", fx);
        CHECK(ilogb(x) == model_ilogb(x) && ilogbf(fx) == model_ilogbf(fx), "ilogb(%a)", x);
        double w1, w2, r1 = modf(x, &w1), r2 = model_modf(x, &w2);
        CHECK(same_double(r1, r2) && same_double(w1, w2), "modf(%a)", x);
        CHECK(lround(x) == model_lround(x) && llround(x) == model_llround(x), "lround(%a): %ld not %ld", x, model_lround(x), lround(x));
        CHECK(lrint(x) == model_lrint(x) && llrint(x) == model_llrint(x), "lrint(%a)", x);
        CHECK(lroundf(fx) == model_lroundf(fx) && llrintf(fx) == model_llrintf(fx), "lroundf(%a)", fx);
        CHECK(fpclassify(x) == model___fpclassify(x) && fpclassify(fx) == model___fpclassifyf(fx), "fpclassify(%a)", x);
        CHECK(!signbit(x) == !model___signbit(x) && !isnan(x) == !model___isnan(x) && !isinf(x) == !model___isinf(x) &&
                  !isfinite(x) == !model___finite(x),
              "signbit, isnan, isinf, finite of %a", x);
        long double lx = x;
        CHECK(isnan(x) || (floorl(lx) == model_floorl(lx) && roundl(lx) == model_roundl(lx) && fabsl(lx) == model_fabsl(lx)),
              "long double of %a", x);
        errno = model_errno = 0;
        sqrt(x);
        model_sqrt(x);
        CHECK(errno == model_errno, "errno of sqrt(%a)", x);
        errno = model_errno = 0;
        fmod(x, y);
        model_fmod(x, y);
        CHECK(errno == model_errno, "errno of fmod(%a, %a)", x, y);
    }
}
