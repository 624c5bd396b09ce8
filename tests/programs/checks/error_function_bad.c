// An error function is called behind two conditions.
//@ run: test %s --out %t/out --json --quiet
//@ exit: 1
//@ json: bugs/# == 1
//@ json: bugs/0/kind == error-reached
//@ json: bugs/0/place/line == 15
//@ json: bugs/0/verdict/result == confirmed
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void)
{
    int a = __VERIFIER_nondet_int();
    int b = __VERIFIER_nondet_int();
    if (a > 100 && b == a - 50)
        reach_error();
    return 0;
}
