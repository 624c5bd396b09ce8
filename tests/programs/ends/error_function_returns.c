// The program's own error function is a function like others where its call is not what is asked about: it comes back.
//@ verify: --property valid-memsafety
//@ verdict: false
//@ verify: --property unreach-call
//@ verdict: false
//@ reach: --target error_function_returns.c:18
//@ verdict: reached
//@ reach: --target error_function_returns.c:10
//@ verdict: reached
void reach_error(void) { }
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int data[2] = { 0 };
    if (__VERIFIER_nondet_int() == 5) {
        reach_error();
        data[0] = 1;
        data[__VERIFIER_nondet_int()] = 1;
    }
    return data[0];
}
