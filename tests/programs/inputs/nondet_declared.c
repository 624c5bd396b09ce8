// Any __VERIFIER_nondet_X has the type that the program declares, in the engine and natively.
//@ test:
//@ test: --data-model ILP32
typedef unsigned int u32;
typedef unsigned short u16_like;
enum colour { RED, GREEN, BLUE };

extern unsigned long long __VERIFIER_nondet_unsigned_long_long(void);
extern long long __VERIFIER_nondet_long_long(void);
extern signed char __VERIFIER_nondet_signed_char(void);
extern unsigned short __VERIFIER_nondet_unsigned_short(void);
extern u32 __VERIFIER_nondet_my_u32(void);
extern u16_like __VERIFIER_nondet_u16_like();
extern enum colour __VERIFIER_nondet_colour(void);
extern long __VERIFIER_nondet_int(void);

int main(void)
{
    int zero = 0;
    switch (__VERIFIER_nondet_my_u32()) {
    case 0:
        if (__VERIFIER_nondet_unsigned_long_long() == 0xfedcba9876543210ull)
            return 1 / zero; //! division-by-zero
        break;
    case 1:
        if (__VERIFIER_nondet_long_long() == -1234567890123ll)
            return 1 / zero; //! division-by-zero
        break;
    case 2:
        if (__VERIFIER_nondet_signed_char() * 2 == -200)
            return 1 / zero; //! division-by-zero
        break;
    case 3:
        if (__VERIFIER_nondet_unsigned_short() + 1 == 65536)
            return 1 / zero; //! division-by-zero
        break;
    case 4:
        if (__VERIFIER_nondet_u16_like() == 0x8001)
            return 1 / zero; //! division-by-zero
        break;
    case 5:
        if (__VERIFIER_nondet_colour() == BLUE)
            return 1 / zero; //! division-by-zero
        break;
    case 7:
        /* Not what the name suggests. */
        if (__VERIFIER_nondet_int() == (long)0x80000001)
            return 1 / zero; //! division-by-zero
        break;
    case 0xfffffff0:
        return 1 / zero; //! division-by-zero
    }
    return 0;
}
