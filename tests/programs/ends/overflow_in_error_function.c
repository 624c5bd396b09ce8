// What an error function of the program's does counts too.
//@ verify: --property no-overflow
//@ verdict: false
extern int __VERIFIER_nondet_int(void);
static int calls = 2147483647;
void reach_error(void) { calls++; }
int main(void)
{
    if (__VERIFIER_nondet_int() == 5)
        reach_error();
    return 0;
}
