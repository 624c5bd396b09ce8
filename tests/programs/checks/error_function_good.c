// An error function is called behind two conditions. The mended version.
//@ run: test %s --out %t/out --json --quiet
//@ exit: 0
//@ json: bugs/# == 0
//@ json: complete == true
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void)
{
    int a = __VERIFIER_nondet_int();
    int b = __VERIFIER_nondet_int();
    if (a > 100 && b < 0 && b == a)
        reach_error();
    return 0;
}
