// Inputs of unusual width, and one that is asked for through a pointer to its function.
//@ test:
extern __int128 __VERIFIER_nondet_i128(void);
extern unsigned __int128 __VERIFIER_nondet_wide(void);
extern long double __VERIFIER_nondet_long_double(void);
extern _Bool __VERIFIER_nondet_flag(void);
extern short __VERIFIER_nondet_by_pointer(void);
extern unsigned char __VERIFIER_nondet_which(void);

static short (*volatile ask)(void) = __VERIFIER_nondet_by_pointer;

int main(void)
{
    int zero = 0;
    switch (__VERIFIER_nondet_which()) {
    case 0:
        if (__VERIFIER_nondet_i128() == -((__int128)1 << 100))
            return 1 / zero; //! division-by-zero
        break;
    case 1:
        if (__VERIFIER_nondet_wide() >> 120 == 0xab)
            return 1 / zero; //! division-by-zero
        break;
    case 2:
        if (__VERIFIER_nondet_long_double() == 2.5L)
            return 1 / zero; //! division-by-zero
        break;
    case 3:
        if (__VERIFIER_nondet_flag())
            return 1 / zero; //! division-by-zero
        break;
    case 4: {
        short got = ask();
        if (got == -300)
            return 1 / zero; //! division-by-zero
        break;
    }
    }
    return 0;
}
