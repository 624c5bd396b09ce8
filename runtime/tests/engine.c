/* The engine's part for models that run natively: everything is concrete, paths end by a jump. */
#include "model.h"

#include <math.h>

#include "../include/lariat_engine.h"

char captured_output[1 << 16];
size_t captured_size;
jmp_buf path_end;
int path_status;
const char *path_kind;
const void *symbolic_contents;
uint64_t random_state = 88172645463325252u;
long cases_run, cases_failed;
int pretend_symbolic;

void lariat_make_symbolic(void *address, size_t size, const char *name)
{
    (void)name;
    if (symbolic_contents != NULL) {
        memcpy(address, symbolic_contents, size);
        return;
    }
    for (size_t i = 0; i < size; i++)
        ((unsigned char *)address)[i] = (unsigned char)draw();
}

void lariat_assume(int condition)
{
    (void)condition;
}

_Noreturn void lariat_exit_now(int status)
{
    path_kind = "exit";
    path_status = status;
    longjmp(path_end, 1);
}

_Noreturn void lariat_abort_now(void)
{
    path_kind = "abort";
    longjmp(path_end, 1);
}

_Noreturn void lariat_report_at(const char *kind, const char *message, const char *file, unsigned line)
{
    (void)file;
    (void)line;
    lariat_report(kind, message);
}

_Noreturn void lariat_report(const char *kind, const char *message)
{
    (void)message;
    path_kind = kind;
    longjmp(path_end, 1);
}

int lariat_is_symbolic(uint64_t value)
{
    (void)value;
    return pretend_symbolic;
}

uint64_t lariat_pick(uint64_t value)
{
    return value;
}

uint64_t lariat_each(uint64_t value)
{
    return value;
}

uint64_t lariat_select(int condition, uint64_t value, uint64_t otherwise)
{
    return condition ? value : otherwise;
}

int lariat_is_readable(const void *address)
{
    (void)address;
    return 0;
}

void lariat_require_readable(const void *address, size_t size)
{
    for (size_t i = 0; i < size; i++)
        (void)((const volatile char *)address)[i];
}

void lariat_require_disjoint(const void *target, size_t target_size, const void *source, size_t source_size)
{
    (void)target;
    (void)target_size;
    (void)source;
    (void)source_size;
}

uint64_t lariat_declared(const char *what)
{
    (void)what;
    return 0;
}

size_t lariat_distance(const void *address, const void *other)
{
    (void)address;
    (void)other;
    return (size_t)-1;
}

int lariat_output_is_kept(void)
{
    return !pretend_symbolic;
}

void lariat_fixed(const char *what, const char *instead)
{
    (void)what;
    (void)instead;
}

void lariat_shown(uint64_t value)
{
    (void)value;
}

int lariat_result_is_used(void)
{
    return 1;
}

size_t lariat_object_size(const void *address)
{
    (void)address;
    return 0;
}

void lariat_output(int descriptor, const void *bytes, size_t size)
{
    (void)descriptor;
    size_t room = sizeof captured_output - captured_size;
    size_t kept = size < room ? size : room;
    memcpy(captured_output + captured_size, bytes, kept);
    captured_size += kept;
}

typedef double function1(double);
typedef float function1f(float);

double lariat_math1(int which, double x)
{
    static function1 *const functions[] = { sin,  cos,  tan,  asin,  acos, atan, sinh,  cosh,  tanh, asinh, acosh,  atanh, exp,
                                            exp2, exp10, expm1, log, log2, log10, log1p, cbrt, erf, erfc, tgamma, lgamma };
    static function1f *const singles[] = { sinf,  cosf,   tanf,   asinf,  acosf, atanf, sinhf,  coshf,  tanhf,
                                           asinhf, acoshf, atanhf, expf,  exp2f, exp10f, expm1f, logf,  log2f,
                                           log10f, log1pf, cbrtf,  erff,  erfcf, tgammaf, lgammaf };
    return which >= LARIAT_SINGLE ? singles[which - LARIAT_SINGLE]((float)x) : functions[which](x);
}

double lariat_math2(int which, double x, double y)
{
    switch (which) {
    case LARIAT_POW: return pow(x, y);
    case LARIAT_ATAN2: return atan2(x, y);
    case LARIAT_HYPOT: return hypot(x, y);
    case LARIAT_POW + LARIAT_SINGLE: return powf((float)x, (float)y);
    case LARIAT_ATAN2 + LARIAT_SINGLE: return atan2f((float)x, (float)y);
    default: return hypotf((float)x, (float)y);
    }
}

void *lariat_native_memcpy(void *to, const void *from, size_t size) { return memmove(to, from, size); }
void *lariat_native_memmove(void *to, const void *from, size_t size) { return memmove(to, from, size); }
void *lariat_native_memset(void *to, int byte, size_t size) { return memset(to, byte, size); }

#define FORWARD1(name)                                                                                               \
    double lariat_native_##name(double x) { return name(x); }                                                        \
    float lariat_native_##name##f(float x) { return name##f(x); }                                                    \
    long double lariat_native_##name##l(long double x) { return name##l(x); }
FORWARD1(floor)
FORWARD1(ceil)
FORWARD1(trunc)
FORWARD1(rint)
FORWARD1(nearbyint)
FORWARD1(round)
FORWARD1(roundeven)
FORWARD1(sqrt)
FORWARD1(fabs)
double lariat_native_copysign(double x, double y) { return copysign(x, y); }
float lariat_native_copysignf(float x, float y) { return copysignf(x, y); }
long double lariat_native_copysignl(long double x, long double y) { return copysignl(x, y); }
double lariat_native_fma(double x, double y, double z) { return fma(x, y, z); }
float lariat_native_fmaf(float x, float y, float z) { return fmaf(x, y, z); }
long double lariat_native_fmal(long double x, long double y, long double z) { return fmal(x, y, z); }

/* Usage: TEST ROUNDS SEED */
int main(int count, char **arguments)
{
    long rounds = count > 1 ? atol(arguments[1]) : 1000;
    if (count > 2)
        random_state ^= strtoull(arguments[2], NULL, 10) * 0x9e3779b97f4a7c15u;
    run_cases(rounds);
    printf("%ld cases, %ld differences\n", cases_run, cases_failed);
    return cases_failed != 0 || cases_run == 0;
}
