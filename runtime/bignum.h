/* Natural numbers of bounded length, for exact conversions between decimal and binary.
 *
 * Numbers are arrays of 32-bit words, least significant first, in memory the caller provides: the models must not call malloc
 * where the C library does not, because a program may be run with failing allocations. */
#ifndef LARIAT_BIGNUM_H
#define LARIAT_BIGNUM_H

#include <stdint.h>

struct bignum {
    uint32_t *words;
    int used;
};

static void bignum_multiply_add(struct bignum *number, uint32_t factor, uint32_t addend)
{
    uint64_t carry = addend;
    for (int i = 0; i < number->used; i++) {
        carry += (uint64_t)number->words[i] * factor;
        number->words[i] = (uint32_t)carry;
        carry >>= 32;
    }
    if (carry != 0)
        number->words[number->used++] = (uint32_t)carry;
}

static void bignum_multiply_power_of_ten(struct bignum *number, int power)
{
    for (; power >= 9; power -= 9)
        bignum_multiply_add(number, 1000000000u, 0);
    for (; power > 0; power--)
        bignum_multiply_add(number, 10, 0);
}

static int bignum_bits(const struct bignum *number)
{
    if (number->used == 0)
        return 0;
    int bits = 32 * (number->used - 1);
    for (uint32_t top = number->words[number->used - 1]; top != 0; top >>= 1)
        bits++;
    return bits;
}

static void bignum_shift_left(struct bignum *number, int bits)
{
    int words = bits / 32, rest = bits % 32;
    if (number->used == 0 || bits == 0)
        return;
    for (int i = number->used - 1; i >= 0; i--)
        number->words[i + words] = number->words[i];
    for (int i = 0; i < words; i++)
        number->words[i] = 0;
    number->used += words;
    if (rest != 0) {
        uint32_t carry = 0;
        for (int i = words; i < number->used; i++) {
            uint32_t word = number->words[i];
            number->words[i] = (word << rest) | carry;
            carry = word >> (32 - rest);
        }
        if (carry != 0)
            number->words[number->used++] = carry;
    }
}

static int bignum_compare(const struct bignum *left, const struct bignum *right)
{
    if (left->used != right->used)
        return left->used < right->used ? -1 : 1;
    for (int i = left->used - 1; i >= 0; i--)
        if (left->words[i] != right->words[i])
            return left->words[i] < right->words[i] ? -1 : 1;
    return 0;
}

/* left -= right, where right is not larger. */
static void bignum_subtract(struct bignum *left, const struct bignum *right)
{
    uint64_t borrow = 0;
    for (int i = 0; i < left->used; i++) {
        uint64_t word = i < right->used ? right->words[i] : 0;
        uint64_t difference = (uint64_t)left->words[i] - word - borrow;
        left->words[i] = (uint32_t)difference;
        borrow = (difference >> 32) & 1;
    }
    while (left->used > 0 && left->words[left->used - 1] == 0)
        left->used--;
}

#endif
