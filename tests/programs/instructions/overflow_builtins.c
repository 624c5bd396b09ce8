// Overflow builtins and checked arithmetic: a pair of the wrapped result and whether it wrapped.
#include <stdbool.h>

bool signed_add(int a, int b, int *r) {
    return __builtin_add_overflow(a, b, r); //~ sadd.with.overflow | extract_value ".0" | extract_value ".1" | store
}

bool unsigned_multiply(unsigned long a, unsigned long b, unsigned long *r) {
    return __builtin_mul_overflow(a, b, r); //~ umul.with.overflow
}

bool signed_subtract(long a, long b, long *r) {
    return __builtin_ssubl_overflow(a, b, r); //~ ssub.with.overflow
}

bool unsigned_add(unsigned a, unsigned b, unsigned *r) {
    return __builtin_uadd_overflow(a, b, r); //~ uadd.with.overflow
}

bool unsigned_subtract(unsigned a, unsigned b, unsigned *r) {
    return __builtin_usub_overflow(a, b, r); //~ usub.with.overflow
}

bool signed_multiply(int a, int b, int *r) {
    return __builtin_smul_overflow(a, b, r); //~ smul.with.overflow
}

// The types differ: the computation is done in a type that holds all operands.
bool mixed(int a, unsigned b, short *r) {
    return __builtin_add_overflow(a, b, r); //~ sadd.with.overflow i33 | trunc i16
}

unsigned carry(unsigned a, unsigned b, unsigned in, unsigned *out) {
    return __builtin_addc(a, b, in, out); //~ uadd.with.overflow | or
}
