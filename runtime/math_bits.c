/* The functions of <math.h> that take a number apart: remainders, exponents, neighbours, classes.
 *
 * They work on integers, so they are exact by construction. A number is mantissa * 2^exponent with its sign apart. */
#include "lariat_models.h"

#include <errno.h>
#include <limits.h>

union double_bits {
    double value;
    uint64_t bits;
};
union float_bits {
    float value;
    uint32_t bits;
};

/* One description of both formats: all functions below exist once, on 64-bit patterns. */
struct layout {
    int mantissa_bits; /* stored ones */
    int exponent_mask;
    int bias; /* of the last mantissa bit */
};
static const struct layout double_layout = { 52, 2047, 1075 };
static const struct layout float_layout = { 23, 255, 150 };

static uint64_t bits_of_double(double value)
{
    union double_bits representation = { value };
    return representation.bits;
}

static double double_of_bits(uint64_t bits)
{
    union double_bits representation;
    representation.bits = bits;
    return representation.value;
}

static uint64_t bits_of_float(float value)
{
    union float_bits representation = { value };
    return representation.bits;
}

static float float_of_bits(uint64_t bits)
{
    union float_bits representation;
    representation.bits = (uint32_t)bits;
    return representation.value;
}

static uint64_t sign_bit(const struct layout *layout)
{
    return (uint64_t)(layout->exponent_mask + 1) << layout->mantissa_bits;
}

static int exponent_field(uint64_t bits, const struct layout *layout)
{
    return (int)(bits >> layout->mantissa_bits) & layout->exponent_mask;
}

static uint64_t infinity_bits(const struct layout *layout)
{
    return (uint64_t)layout->exponent_mask << layout->mantissa_bits;
}

struct parts {
    uint64_t mantissa;
    int exponent; /* of the last mantissa bit */
};

static struct parts take_apart(uint64_t bits, const struct layout *layout)
{
    int field = exponent_field(bits, layout);
    struct parts parts = { bits & (((uint64_t)1 << layout->mantissa_bits) - 1), field - layout->bias };
    if (field == 0)
        parts.exponent++;
    else
        parts.mantissa |= (uint64_t)1 << layout->mantissa_bits;
    return parts;
}

/* A mantissa of at most one bit more than is stored. Bits that do not fit are rounded half to even. */
static uint64_t put_together(uint64_t mantissa, int exponent, const struct layout *layout)
{
    uint64_t hidden = (uint64_t)1 << layout->mantissa_bits;
    int smallest = 1 - layout->bias;
    if (mantissa == 0)
        return 0;
    while (mantissa < hidden && exponent > smallest) {
        mantissa <<= 1;
        exponent--;
    }
    if (exponent < smallest) {
        int shift = smallest - exponent;
        if (shift > layout->mantissa_bits + 2)
            return 0;
        uint64_t rest = mantissa & (((uint64_t)1 << shift) - 1), half = (uint64_t)1 << (shift - 1);
        mantissa >>= shift;
        mantissa += (rest > half) | ((rest == half) & (mantissa & 1));
        /* A mantissa that has grown to the hidden bit is the smallest normal number, whose pattern is just that. */
        return mantissa;
    }
    if (exponent + layout->bias >= layout->exponent_mask)
        return infinity_bits(layout);
    if (mantissa < hidden)
        return mantissa;
    return (mantissa & (hidden - 1)) | (uint64_t)(exponent + layout->bias) << layout->mantissa_bits;
}

/* |x| modulo |y|, both finite and y not 0. */
static struct parts remainder_parts(struct parts x, struct parts y)
{
    /* A y in a larger unit is normal, so it is larger than any x in the smaller unit. */
    if (x.exponent < y.exponent)
        return x;
    while ((y.mantissa & 1) == 0 && y.exponent < x.exponent) {
        y.mantissa >>= 1;
        y.exponent++;
    }
    x.mantissa %= y.mantissa;
    for (; x.exponent > y.exponent; x.exponent--) {
        x.mantissa <<= 1;
        if (x.mantissa >= y.mantissa)
            x.mantissa -= y.mantissa;
    }
    return x;
}

static uint64_t modulo(uint64_t x, uint64_t y, const struct layout *layout)
{
    uint64_t sign = x & sign_bit(layout);
    x &= ~sign_bit(layout);
    y &= ~sign_bit(layout);
    if (y == infinity_bits(layout))
        return x | sign;
    struct parts rest = remainder_parts(take_apart(x, layout), take_apart(y, layout));
    return put_together(rest.mantissa, rest.exponent, layout) | sign;
}

static uint64_t scale(uint64_t bits, long power, const struct layout *layout)
{
    uint64_t sign = bits & sign_bit(layout), magnitude = bits & ~sign_bit(layout);
    if (magnitude == 0 || magnitude >= infinity_bits(layout))
        return bits;
    struct parts parts = take_apart(magnitude, layout);
    power = power > 10000 ? 10000 : power < -10000 ? -10000 : power;
    uint64_t result = put_together(parts.mantissa, parts.exponent + (int)power, layout);
    if (result == 0 || result == infinity_bits(layout))
        errno = ERANGE;
    return result | sign;
}

/* The exponent such that the magnitude is in [1, 2) times two to it. The number is finite and not 0. */
static int binary_exponent(uint64_t bits, const struct layout *layout)
{
    struct parts parts = take_apart(bits & ~sign_bit(layout), layout);
    int exponent = parts.exponent - 1;
    for (; parts.mantissa != 0; parts.mantissa >>= 1)
        exponent++;
    return exponent;
}

static uint64_t next_bits(uint64_t from, uint64_t towards, int is_up, const struct layout *layout)
{
    uint64_t sign = from & sign_bit(layout), magnitude = from & ~sign_bit(layout);
    if (magnitude == 0)
        return (towards & sign_bit(layout)) | 1;
    return (is_up != (sign != 0) ? magnitude + 1 : magnitude - 1) | sign;
}

enum { CLASS_NAN, CLASS_INFINITE, CLASS_ZERO, CLASS_SUBNORMAL, CLASS_NORMAL };

static int classify(uint64_t bits, const struct layout *layout)
{
    uint64_t magnitude = bits & ~sign_bit(layout);
    int is_nan = magnitude > infinity_bits(layout), is_infinite = magnitude == infinity_bits(layout);
    int is_zero = magnitude == 0, is_small = magnitude < (uint64_t)1 << layout->mantissa_bits;
    return is_infinite * CLASS_INFINITE + is_zero * CLASS_ZERO + (is_small & !is_zero) * CLASS_SUBNORMAL +
           (!is_nan & !is_infinite & !is_small) * CLASS_NORMAL;
}

/* Both types, from one text. `huge` is half of the largest number, `small` twice the smallest normal one. */
#define BIT_FUNCTIONS(type, suffix, to_bits, from_bits, layout, huge, small)                                         \
    type fmod##suffix(type x, type y)                                                                                \
    {                                                                                                                \
        if (x != x || y != y)                                                                                        \
            return x + y;                                                                                            \
        if (y == 0 || x - x != x - x) {                                                                              \
            errno = EDOM;                                                                                            \
            return (x - x) / (x - x);                                                                                \
        }                                                                                                            \
        return from_bits(modulo(to_bits(x), to_bits(y), &layout));                                                   \
    }                                                                                                                \
    type remainder##suffix(type x, type y)                                                                           \
    {                                                                                                                \
        if (x != x || y != y)                                                                                        \
            return x + y;                                                                                            \
        if (y == 0 || x - x != x - x) {                                                                              \
            errno = EDOM;                                                                                            \
            return (x - x) / (x - x);                                                                                \
        }                                                                                                            \
        int negative = (to_bits(x) & sign_bit(&layout)) != 0;                                                        \
        x = from_bits(to_bits(x) & ~sign_bit(&layout));                                                              \
        y = from_bits(to_bits(y) & ~sign_bit(&layout));                                                              \
        if (y <= huge)                                                                                               \
            x = fmod##suffix(x, y + y);                                                                              \
        if (y < small) {                                                                                             \
            if (x + x > y) {                                                                                         \
                x -= y;                                                                                              \
                if (x + x >= y)                                                                                      \
                    x -= y;                                                                                          \
            }                                                                                                        \
        } else {                                                                                                     \
            type half = y / 2;                                                                                       \
            if (x > half) {                                                                                          \
                x -= y;                                                                                              \
                if (x >= half)                                                                                       \
                    x -= y;                                                                                          \
            }                                                                                                        \
        }                                                                                                            \
        return negative ? -x : x;                                                                                    \
    }                                                                                                                \
    type drem##suffix(type x, type y) { return remainder##suffix(x, y); }                                            \
    type ldexp##suffix(type x, int power) { return from_bits(scale(to_bits(x), power, &layout)); }                   \
    type scalbn##suffix(type x, int power) { return from_bits(scale(to_bits(x), power, &layout)); }                  \
    type scalbln##suffix(type x, long power) { return from_bits(scale(to_bits(x), power, &layout)); }                \
    type frexp##suffix(type x, int *exponent)                                                                        \
    {                                                                                                                \
        *exponent = 0;                                                                                               \
        if (x == 0 || x - x != x - x)                                                                                \
            return x + x;                                                                                            \
        *exponent = binary_exponent(to_bits(x), &layout) + 1;                                                        \
        return from_bits(scale(to_bits(x), -(long)*exponent, &layout));                                              \
    }                                                                                                                \
    int ilogb##suffix(type x)                                                                                        \
    {                                                                                                                \
        if (x == 0 || x - x != x - x) {                                                                              \
            errno = EDOM;                                                                                            \
            return x == 0 || x != x ? INT_MIN : INT_MAX;                                                             \
        }                                                                                                            \
        return binary_exponent(to_bits(x), &layout);                                                                 \
    }                                                                                                                \
    type logb##suffix(type x)                                                                                        \
    {                                                                                                                \
        if (x == 0) {                                                                                                \
            errno = ERANGE;                                                                                          \
            return from_bits(infinity_bits(&layout) | sign_bit(&layout));                                            \
        }                                                                                                            \
        if (x - x != x - x)                                                                                          \
            return x * x;                                                                                            \
        return (type)binary_exponent(to_bits(x), &layout);                                                           \
    }                                                                                                                \
    type nextafter##suffix(type x, type y)                                                                           \
    {                                                                                                                \
        if (x != x || y != y)                                                                                        \
            return x + y;                                                                                            \
        if (x == y)                                                                                                  \
            return y;                                                                                                \
        uint64_t result = next_bits(to_bits(x), to_bits(y), y > x, &layout);                                         \
        int field = exponent_field(result, &layout);                                                                 \
        if (field == layout.exponent_mask || field == 0)                                                             \
            errno = ERANGE;                                                                                          \
        return from_bits(result);                                                                                    \
    }                                                                                                                \
    type nan##suffix(const char *text)                                                                               \
    {                                                                                                                \
        (void)text;                                                                                                  \
        return from_bits(infinity_bits(&layout) | (uint64_t)1 << (layout.mantissa_bits - 1));                        \
    }                                                                                                                \
    int __fpclassify##suffix(type x) { return classify(to_bits(x), &layout); }                                       \
    int __signbit##suffix(type x) { return (to_bits(x) & sign_bit(&layout)) != 0; }

BIT_FUNCTIONS(double, , bits_of_double, double_of_bits, double_layout, 0x1p1022, 0x1p-1021)
BIT_FUNCTIONS(float, f, bits_of_float, float_of_bits, float_layout, 0x1p126f, 0x1p-125f)
