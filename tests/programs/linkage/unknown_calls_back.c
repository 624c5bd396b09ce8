// A function that nobody knows may call back any function: nothing is proved past it, in a loop or not.
//@ verify:
//@ verdict: unknown (unknown has no body and no model)
//@ verify: --property termination
//@ verdict: unknown (a path could not be followed: unknown has no body and no model)
//@ reach: --target fail
//@ verdict: unknown
extern int __VERIFIER_nondet_int(void);
void unknown(void);
void reach_error(void) {}
void fail(void) { reach_error(); }

int main(void)
{
    for (int i = 0; i < 3; i++)
        if (__VERIFIER_nondet_int())
            unknown();
    return 0;
}
