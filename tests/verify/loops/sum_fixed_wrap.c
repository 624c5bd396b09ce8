//@ verify: true
extern void __VERIFIER_error() __attribute__((__noreturn__));
extern unsigned int __VERIFIER_nondet_uint();
#define check(cond) do { if (!(cond)) __VERIFIER_error(); } while (0)
int main(void) {
  unsigned int sn = 0, loop1 = __VERIFIER_nondet_uint(), n1 = __VERIFIER_nondet_uint();
  unsigned int x = 0;
  while (1) {
    sn = sn + 5;
    x++;
    check(sn == x * 5 || sn == 0);
  }
  return 0;
}
