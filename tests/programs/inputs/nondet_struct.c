// Inputs that are structs come back in registers or in memory, as the declaration says.
//@ test:
//@ test: --data-model ILP32
struct small { char tag; int value; };
struct floats { float x, y; };
struct large { int numbers[9]; short last; };
union either { int number; float real; };

extern struct small __VERIFIER_nondet_small(void);
extern struct floats __VERIFIER_nondet_floats(void);
extern struct large __VERIFIER_nondet_large(void);
extern union either __VERIFIER_nondet_either(void);
extern unsigned char __VERIFIER_nondet_which(void);

int main(void)
{
    int zero = 0;
    switch (__VERIFIER_nondet_which()) {
    case 0: {
        struct small s = __VERIFIER_nondet_small();
        if (s.tag == 'x' && s.value == -77)
            return 1 / zero; //! division-by-zero
        break;
    }
    case 1: {
        struct floats f = __VERIFIER_nondet_floats();
        if (f.x == 1.5f && f.y == -2.25f)
            return 1 / zero; //! division-by-zero
        break;
    }
    case 2: {
        struct large l = __VERIFIER_nondet_large();
        if (l.numbers[8] == 1000000 && l.last == 3 && l.numbers[0] == l.last)
            return 1 / zero; //! division-by-zero
        break;
    }
    case 3: {
        union either e = __VERIFIER_nondet_either();
        if (e.number == 0x3fc00000)
            return 1 / zero; //! division-by-zero
        break;
    }
    }
    return 0;
}
