/* Text to numbers against glibc: value, end pointer and errno, bit by bit. */
#include "model.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>

MODEL(strtol) MODEL(strtoul) MODEL(strtoll) MODEL(strtoull) MODEL(strtoimax) MODEL(strtoumax) MODEL(atoi) MODEL(atol)
MODEL(atoll) MODEL(atof) MODEL(strtod) MODEL(strtof) MODEL(strtold)

static size_t append(char *text, size_t length, const char *more)
{
    strcpy(text + length, more);
    return length + strlen(more);
}

static char *random_integer_text(void)
{
    static const char *const starts[] = { "", "", "", " ", "\t\n", "+", "-", " -", "0x", "0X", "-0x", "0", "+-", "0xg" };
    static const char digits[] = "0123456789abcdefzZAF";
    char text[96];
    size_t length = append(text, 0, starts[below(14)]);
    unsigned kind = below(8);
    if (kind == 0) {
        length += (size_t)sprintf(text + length, "%" PRIu64, (uint64_t)INT64_MAX + below(4) - 2);
    } else if (kind == 1) {
        length += (size_t)sprintf(text + length, "%" PRIu64, UINT64_MAX - below(3));
        if (below(2))
            text[length - 1] = '9';
    } else if (kind == 2) {
        length += (size_t)sprintf(text + length, "%" PRIu64, (uint64_t)INT32_MAX + below(4) - 1);
    } else {
        size_t count = below(24), letters = below(2) ? 10 : 20;
        for (size_t i = 0; i < count; i++)
            text[length++] = digits[below((unsigned)letters)];
    }
    text[length] = 0;
    length = append(text, length, below(3) ? "" : below(2) ? " 7" : "g-");
    return exact_copy(text, length + 1);
}

static void integers(void)
{
    static const int bases[] = { 10, 10, 10, 0, 16, 8, 2, 36, 1, -1, 37, 7 };
    char *text = random_integer_text();
    int base = bases[below(12)];
#define SAME_INTEGER(name)                                                                                           \
    do {                                                                                                             \
        char *end = NULL, *model_end = NULL;                                                                         \
        errno = 0;                                                                                                   \
        model_errno = 0;                                                                                             \
        __typeof__(name(text, &end, base)) expected = name(text, &end, base);                                        \
        __typeof__(expected) found = model_##name(text, &model_end, base);                                           \
        /* The sanitizer's own strtol sets the end even for a base that does not exist. */                           \
        int is_base = base == 0 || (base >= 2 && base <= 36);                                                        \
        CHECK(expected == found && (end == model_end || !is_base) && errno == model_errno, #name "(\"%s\", %d)",     \
              text, base);                                                                                           \
    } while (0)
    SAME_INTEGER(strtol);
    SAME_INTEGER(strtoul);
    SAME_INTEGER(strtoll);
    SAME_INTEGER(strtoull);
    SAME_INTEGER(strtoimax);
    SAME_INTEGER(strtoumax);
    CHECK(atoi(text) == model_atoi(text) && atol(text) == model_atol(text) && atoll(text) == model_atoll(text), "atoi");
    free(text);
}

static size_t random_digits(char *text, unsigned most)
{
    unsigned count = below(most + 1);
    for (unsigned i = 0; i < count; i++)
        text[i] = below(6) ? (char)('0' + below(10)) : below(2) ? '0' : '9';
    return count;
}

static char *random_float_text(void)
{
    char text[3000];
    size_t length = 0;
    union {
        double value;
        uint64_t bits;
    } pattern;
    switch (below(12)) {
    case 0: case 1: case 2:
        /* A double in full, in short, or half way between two. */
        pattern.bits = draw() & 0x7fffffffffffffffu;
        if (!isfinite(pattern.value))
            pattern.value = 1.5;
        length = (size_t)sprintf(text, "%.*e", (int)below(800), pattern.value);
        break;
    case 3:
        pattern.bits = draw() >> (12 + below(52));
        length = (size_t)sprintf(text, "%.*e", (int)below(800), pattern.value);
        break;
    case 4: {
        union {
            float value;
            uint32_t bits;
        } single;
        single.bits = (uint32_t)draw() & 0x7fffffffu;
        length = (size_t)sprintf(text, "%.*e", (int)below(160), isfinite(single.value) ? single.value : 1.0f);
        break;
    }
    case 5: {
        long double half = (long double)(draw() >> 11) + 0.5L;
        half = ldexpl(half, (int)below(2000) - 1100);
        length = (size_t)sprintf(text, "%.*Lf", (int)below(1200), half);
        if (length > 2900)
            length = 2900;
        break;
    }
    case 6:
        length = (size_t)sprintf(text, "%s%a", below(2) ? "-" : "", ldexp((double)draw(), (int)below(2300) - 1200));
        break;
    case 7: {
        static const char *const odd[] = { "inf", "-INF", "infinity", "infinit", "nan", "NaN(12)", "nan(", "nan(_a1)x", ".", "-",
                                           "+.", "1.", ".5", "1e", "1e+", "0x", "0x.", "0x.8", "0x1p", "0x1.8p-", "e5", "--1",
                                           "1..2", "0e0", "-0", "-0.0e99", "1e99999999999", "1e-99999999999", "in", "0x.p1",
                                           "0x0p99999", "0.0000000000000000000000000000001e31", "1e400", "1e-400", "1e5000",
                                           "1e-5000", "2.2250738585072011e-308", "4.9406564584124654e-324",
                                           "2.4703282292062327e-324", "2.4703282292062328e-324", "1.7976931348623158e308",
                                           "1.7976931348623159e308", "2.2250738585072014e-308", "0x1.fffffffffffff8p1023",
                                           "0x1.fffffffffffff7p1023", "0x0.fffffffffffff8p-1022", "0x1p-1075", "0x1.1p-1075" };
        length = append(text, 0, odd[below(sizeof odd / sizeof *odd)]);
        break;
    }
    case 8:
        length = (size_t)sprintf(text, "0x");
        for (unsigned i = below(30); i > 0; i--)
            text[length++] = "0123456789abcdefABCDEF08"[below(24)];
        text[length++] = '.';
        for (unsigned i = below(30); i > 0; i--)
            text[length++] = "0123456789abcdefABCDEF08"[below(24)];
        length += (size_t)sprintf(text + length, "p%d", (int)below(below(2) ? 40 : 2400) - 1200);
        break;
    default:
        length = append(text, 0, below(4) ? "" : "-");
        length += random_digits(text + length, 25);
        if (below(2)) {
            text[length++] = '.';
            length += random_digits(text + length, below(10) ? 25 : 900);
        }
        if (below(2))
            length += (size_t)sprintf(text + length, "e%d", (int)below(below(2) ? 60 : 800) - 400);
        break;
    }
    text[length] = 0;
    if (below(5) == 0)
        length = append(text, length, "x");
    return exact_copy(text, length + 1);
}

static int same_long_double(long double left, long double right)
{
    return memcmp(&left, &right, 10) == 0 || (isnan(left) && isnan(right));
}

static void floats(void)
{
    char *text = random_float_text();
#define SAME_FLOAT(type, name, same)                                                                                 \
    do {                                                                                                             \
        char *end = NULL, *model_end = NULL;                                                                         \
        errno = 0;                                                                                                   \
        model_errno = 0;                                                                                             \
        type expected = name(text, &end), found = model_##name(text, &model_end);                                    \
        /* glibc 2.36 does not always notice that a subnormal result was rounded. */                                 \
        int missed = errno == 0 && model_errno == ERANGE && fpclassify(expected) == FP_SUBNORMAL;                    \
        CHECK((same) && end == model_end && (errno == model_errno || missed),                                        \
              #name "(\"%.200s\"): %La not %La, end %ld not %ld, errno %d not %d", text, (long double)found,         \
              (long double)expected, (long)(model_end - text), (long)(end - text), model_errno, errno);              \
    } while (0)
    SAME_FLOAT(double, strtod, memcmp(&expected, &found, sizeof found) == 0 || (isnan(expected) && isnan(found)));
    SAME_FLOAT(float, strtof, memcmp(&expected, &found, sizeof found) == 0 || (isnan(expected) && isnan(found)));
    if (below(4) == 0)
        SAME_FLOAT(long double, strtold, same_long_double(expected, found));
    free(text);
}

void run_cases(long rounds)
{
    for (long turn = 0; turn < rounds; turn++) {
        integers();
        floats();
    }
}
