// Uninitialised variables of every kind of type get the test's values natively, and spoil nothing else.
//@ test:
#include <complex.h>
#include <lariat.h>
#include <stdlib.h>
typedef int four __attribute__((vector_size(16)));
int main(void)
{
    switch (lariat_range(0, 9, "which")) {
    case 1: {
        long double d;
        if (d == 2.0L)
            abort(); //! abort
        break;
    }
    case 2: {
        volatile int i;
        if (i == 5)
            abort(); //! abort
        break;
    }
    case 3: {
        four v;
        if (v[2] == 9)
            abort(); //! abort
        break;
    }
    case 4: {
        _Float16 h;
        if (h == 2)
            abort(); //! abort
        break;
    }
    case 5: {
        __int128 wide;
        if (wide == (__int128)1 << 70)
            abort(); //! abort
        break;
    }
    case 6: {
        double complex c;
        if (cimag(c) == 2.0)
            abort(); //! abort
        break;
    }
    case 7: {
        volatile struct { char c; long l; } s;
        if (s.l == 7)
            abort(); //! abort
        break;
    }
    case 8: {
        // The declaration is jumped over, so there is one variable and not one per round.
        int round = 0;
    again:;
        int kept;
        if (round == 1 && kept == 3)
            abort(); //! abort
        kept = 3;
        if (round++ < 2)
            goto again;
        break;
    }
    default: break;
    }
    return 0;
}
