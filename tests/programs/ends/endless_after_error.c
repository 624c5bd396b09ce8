// Whether a program ends does not depend on its error function's name.
//@ verify: --property termination
//@ verdict: false
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { }
int main(void)
{
    if (__VERIFIER_nondet_int() == 5) {
        reach_error();
        for (;;)
            ;
    }
    return 0;
}
