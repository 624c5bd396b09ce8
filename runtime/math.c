/* <math.h>.
 *
 * What IEEE 754 defines exactly is exact here, in one of two ways: as an instruction of the engine (rounding, square root,
 * fused multiply-add), or as arithmetic on the bits. Everything else is a question to the engine, which answers for concrete
 * arguments with the machine's own library. There are no long double variants of those, because they could not be exact. */
#include "lariat_models.h"

#include <errno.h>
#include <limits.h>

/* Declared here and not through <math.h>, whose macros and attributes get in the way of definitions. */
#define FOR_EACH_TYPE(DEFINE) DEFINE(double, ) DEFINE(float, f) DEFINE(long double, l)
#ifdef LARIAT_NATIVE_TEST
#define NAMED(name, suffix) lariat_native_##name##suffix
#else
#define NAMED(name, suffix) __builtin_##name##suffix
#endif

/* Sets errno without a branch on a value that may be symbolic. */
static void set_error_if(int condition, int number)
{
    int mask = -(condition != 0);
    errno = (errno & ~mask) | (number & mask);
}

#define IS_NAN(x) ((x) != (x))
#define IS_FINITE(x) ((x) - (x) == (x) - (x))

#define EXACT_FUNCTIONS(type, suffix)                                                                                \
    type floor##suffix(type x) { return NAMED(floor, suffix)(x); }                                                   \
    type ceil##suffix(type x) { return NAMED(ceil, suffix)(x); }                                                     \
    type trunc##suffix(type x) { return NAMED(trunc, suffix)(x); }                                                   \
    type rint##suffix(type x) { return NAMED(rint, suffix)(x); }                                                     \
    type nearbyint##suffix(type x) { return NAMED(nearbyint, suffix)(x); }                                           \
    type round##suffix(type x) { return NAMED(round, suffix)(x); }                                                   \
    type roundeven##suffix(type x) { return NAMED(roundeven, suffix)(x); }                                           \
    type fabs##suffix(type x) { return NAMED(fabs, suffix)(x); }                                                     \
    type copysign##suffix(type x, type y) { return NAMED(copysign, suffix)(x, y); }                                  \
    type fma##suffix(type x, type y, type z) { return NAMED(fma, suffix)(x, y, z); }                                 \
    type sqrt##suffix(type x)                                                                                        \
    {                                                                                                                \
        set_error_if(x < 0, EDOM);                                                                                   \
        return NAMED(sqrt, suffix)(x);                                                                               \
    }                                                                                                                \
    type fdim##suffix(type x, type y)                                                                                \
    {                                                                                                                \
        if (IS_NAN(x) || IS_NAN(y))                                                                                  \
            return x + y;                                                                                            \
        return x > y ? x - y : 0;                                                                                    \
    }                                                                                                                \
    type fmax##suffix(type x, type y)                                                                                \
    {                                                                                                                \
        if (IS_NAN(x))                                                                                               \
            return y;                                                                                                \
        return x > y || IS_NAN(y) ? x : y;                                                                           \
    }                                                                                                                \
    type fmin##suffix(type x, type y)                                                                                \
    {                                                                                                                \
        if (IS_NAN(x))                                                                                               \
            return y;                                                                                                \
        return x < y || IS_NAN(y) ? x : y;                                                                           \
    }                                                                                                                \
    type modf##suffix(type x, type *whole)                                                                           \
    {                                                                                                                \
        *whole = NAMED(trunc, suffix)(x);                                                                            \
        if (IS_NAN(x))                                                                                               \
            return x;                                                                                                \
        type rest = IS_FINITE(x) ? x - *whole : 0;                                                                   \
        return NAMED(copysign, suffix)(rest, x);                                                                     \
    }                                                                                                                \
    int __isnan##suffix(type x) { return IS_NAN(x); }                                                                \
    int __finite##suffix(type x) { return IS_FINITE(x); }                                                            \
    int __isinf##suffix(type x) { return IS_NAN(x) || IS_FINITE(x) ? 0 : x < 0 ? -1 : 1; }                           \
    int isnan##suffix(type x) { return IS_NAN(x); }                                                                  \
    int finite##suffix(type x) { return IS_FINITE(x); }                                                              \
    int isinf##suffix(type x) { return __isinf##suffix(x); }

FOR_EACH_TYPE(EXACT_FUNCTIONS)

/* A number beyond the range of the result gives the most negative one, which is what the processor gives. */
#define TO_INTEGER(name, rounding, integer, smallest, type, suffix)                                                  \
    integer name##suffix(type x)                                                                                     \
    {                                                                                                                \
        type rounded = NAMED(rounding, suffix)(x);                                                                   \
        if (!(rounded >= (type)smallest && rounded < -(type)smallest))                                               \
            return smallest;                                                                                         \
        return (integer)rounded;                                                                                     \
    }
#define ALL_TO_INTEGER(type, suffix)                                                                                 \
    TO_INTEGER(lround, round, long, LONG_MIN, type, suffix)                                                          \
    TO_INTEGER(llround, round, long long, LLONG_MIN, type, suffix)                                                   \
    TO_INTEGER(lrint, rint, long, LONG_MIN, type, suffix)                                                            \
    TO_INTEGER(llrint, rint, long long, LLONG_MIN, type, suffix)

FOR_EACH_TYPE(ALL_TO_INTEGER)

/* The functions that the engine answers. */
static double check1(double argument, double result)
{
    if (IS_NAN(result) && !IS_NAN(argument))
        errno = EDOM;
    else if (!IS_NAN(result) && !IS_FINITE(result) && IS_FINITE(argument))
        errno = ERANGE;
    return result;
}

static double check2(double first, double second, double result)
{
    if (IS_NAN(result) && !IS_NAN(first) && !IS_NAN(second))
        errno = EDOM;
    else if (!IS_NAN(result) && !IS_FINITE(result) && IS_FINITE(first) && IS_FINITE(second))
        errno = ERANGE;
    return result;
}

#define ENGINE1(name, NUMBER)                                                                                        \
    double name(double x) { return check1(x, lariat_math1(NUMBER, x)); }                                             \
    float name##f(float x) { return (float)check1(x, lariat_math1(NUMBER + LARIAT_SINGLE, x)); }
#define ENGINE2(name, NUMBER)                                                                                        \
    double name(double x, double y) { return check2(x, y, lariat_math2(NUMBER, x, y)); }                             \
    float name##f(float x, float y) { return (float)check2(x, y, lariat_math2(NUMBER + LARIAT_SINGLE, x, y)); }

ENGINE1(sin, LARIAT_SIN)
ENGINE1(cos, LARIAT_COS)
ENGINE1(tan, LARIAT_TAN)
ENGINE1(asin, LARIAT_ASIN)
ENGINE1(acos, LARIAT_ACOS)
ENGINE1(atan, LARIAT_ATAN)
ENGINE1(sinh, LARIAT_SINH)
ENGINE1(cosh, LARIAT_COSH)
ENGINE1(tanh, LARIAT_TANH)
ENGINE1(asinh, LARIAT_ASINH)
ENGINE1(acosh, LARIAT_ACOSH)
ENGINE1(atanh, LARIAT_ATANH)
ENGINE1(exp, LARIAT_EXP)
ENGINE1(exp2, LARIAT_EXP2)
ENGINE1(exp10, LARIAT_EXP10)
ENGINE1(expm1, LARIAT_EXPM1)
ENGINE1(log, LARIAT_LOG)
ENGINE1(log2, LARIAT_LOG2)
ENGINE1(log10, LARIAT_LOG10)
ENGINE1(log1p, LARIAT_LOG1P)
ENGINE1(cbrt, LARIAT_CBRT)
ENGINE1(erf, LARIAT_ERF)
ENGINE1(erfc, LARIAT_ERFC)
ENGINE1(tgamma, LARIAT_TGAMMA)
ENGINE1(lgamma, LARIAT_LGAMMA)
ENGINE2(pow, LARIAT_POW)
ENGINE2(atan2, LARIAT_ATAN2)
ENGINE2(hypot, LARIAT_HYPOT)
