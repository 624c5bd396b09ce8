// An error function that the program only declares does not come back, whatever is asked about.
//@ verify: --property valid-memsafety
//@ verdict: true
//@ verify: --property unreach-call
//@ verdict: false
//@ reach: --target error_function_ends.c:16
//@ verdict: unreachable
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int *nothing = 0;
    if (__VERIFIER_nondet_int() == 5) {
        reach_error();
        *nothing = 1;
    }
    return 0;
}
