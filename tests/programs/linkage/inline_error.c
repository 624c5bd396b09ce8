// Behind an inline function that has a body for optimisers only, and in a loop.
//@ verify:
//@ verdict: false
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}
void fail(void) { reach_error(); } //! error-reached
inline void spec(int x) { if (x == 3) fail(); }

int main(void)
{
    for (int i = 0; i < 3; i++)
        spec(__VERIFIER_nondet_int());
}
